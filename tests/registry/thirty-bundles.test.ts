/**
 * A registry of thirty submissions, added by the command: of the reference server, of conforming variants, and of faults
 * outside of what the certificate claims.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { build } from '../../cli/registry/build.ts'
import { check } from '../../cli/registry/check.ts'
import { certified, sharedCertified, startDeployment, type Certified } from '../certificates/certified.ts'
import { assay, emptyFolder, silentTerminal } from '../cli/assay.ts'

const CARDS = { areas: ['cards'], profiles: ['cards.core', 'cards.extended'] }
const STABLECOINS = { areas: ['stablecoins'], profiles: ['stablecoins.core'] }
/** What was certified; `below` is its path on the server. The first is shared with other files. */
const CERTIFIED = [
  { below: '', ...CARDS },
  { below: '', areas: ['cards'], profiles: ['cards.core'], notOffered: ['cards.kyc'] },
  { below: '/variants/cards-listed-in-an-array', ...CARDS },
  { below: '/variants/stablecoins-show-enablement-in-an-object', ...STABLECOINS },
  { below: '/faults/contact-confirmation-breaks', ...CARDS },
  { below: '/faults/request-identifier-ignored', ...STABLECOINS },
] as const
const VERSIONS = ['1.0.0', '1.0.0+2', '1.1.0', '1.2.0', '2.0.0']
const MAX_BUILD_MS = 10_000

describe('a registry of thirty bundles', () => {
  const folder = emptyFolder()
  const registry = join(folder, 'registry')
  const bundles: Certified[] = []
  before(async () => {
    const [{ areas: sharedAreas }, ...others] = CERTIFIED
    bundles.push(await sharedCertified(sharedAreas))
    const deployment = await startDeployment()
    for (const { below, areas, ...more } of others)
      bundles.push(await certified(deployment, areas, [], { below, ...more }))
    await deployment.close()
  })
  after(() => {
    const [, ...others] = bundles
    for (const each of [folder, ...others.map((one) => one.folder)]) rmSync(each, { recursive: true })
  })

  async function add(index: number, version: string, to: string): Promise<void> {
    const file = join(folder, 'product.yaml')
    const product = {
      name: `Product ${index}`,
      organisation: 'Bank Inc.',
      version,
      contact: 'team@bank.example',
      link: 'https://bank.example',
      profiles: CERTIFIED[index]!.profiles,
      reproduce: 'docker run bank',
    }
    writeFileSync(file, JSON.stringify(product))
    const { bundle, publicKey } = bundles[index]!
    const options = ['--product', file, '--key', publicKey, '--registry', to]

    const { code, stderr } = await assay(['registry', 'add', bundle, ...options])

    assert.equal(code, 0, stderr)
  }

  it('takes each of them', async () => {
    for (const index of CERTIFIED.keys()) for (const version of VERSIONS) await add(index, version, registry)
  })

  it('builds a site in less than 10 s', async (test) => {
    const out = join(folder, 'site')
    const begun = performance.now()

    await build({ registry, out, status: undefined, logKey: undefined }, silentTerminal(), Date.now())

    const ms = performance.now() - begun
    test.diagnostic(`30 bundles in ${Math.round(ms)} ms`)
    assert.ok(ms < MAX_BUILD_MS, `${ms} ms`)
    const { implementations } = JSON.parse(readFileSync(join(out, 'implementations.json'), 'utf8')) as {
      readonly implementations: readonly { readonly versions: readonly { profiles: string[] }[] }[]
    }
    assert.deepEqual(
      implementations.map(({ versions }) => versions.map(({ profiles }) => profiles)),
      CERTIFIED.map(({ profiles }) => VERSIONS.map(() => profiles)),
    )
    assert.ok(existsSync(join(out, 'bank-inc-product-5/index.html')))
  })

  it('gives the verdicts of a bundle of each kind again', async () => {
    const six = join(folder, 'six')
    for (const index of CERTIFIED.keys()) await add(index, '1.0.0', six)
    let text = ''
    const terminal = { ...silentTerminal(), stdout: { write: (more: string) => (text += more) !== '' } }

    const code = await check({ registry: six, base: undefined, all: false, json: true }, terminal, Date.now())

    const { checked } = JSON.parse(text) as { readonly checked: readonly { readonly rejudged: boolean }[] }
    assert.equal(code, 0, text)
    assert.deepEqual(
      checked.map(({ rejudged }) => rejudged),
      CERTIFIED.map(() => true),
    )
  })
})
