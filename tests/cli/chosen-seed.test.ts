/** A seed that somebody chose, and uses again on the same deployment, as a suggested command does. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { after, before, describe, it } from 'node:test'
import { challengeSeed, chosenSeed, nonceIn, seedOfRun, variedSeed } from '../../fixtures/random.ts'
import { identityOf, shuffled } from '../../fixtures/http/identity.ts'
import { startReferenceServer, type ReferenceServer } from '../../reference/start-process.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, emptyFolder } from './assay.ts'

const deployment = fileURLToPath(new URL('../../deployments/reference.yaml', import.meta.url))
/** They create what must be unique: a customer, an account, a quote. */
const CREATING = 'CUS-01,EXT-01,QUO-20'

describe('a chosen seed', () => {
  let reference: ReferenceServer

  before(async () => {
    reference = await startReferenceServer()
  })

  after(() => reference.close())

  it('gives new identifiers in each run, so that the deployment takes none for an earlier request', async () => {
    const recorded = new Set<string>()
    for (const name of ['first', 'second']) {
      const out = join(emptyFolder(), name)

      const { code, stdout } = await assay(
        ['run', '--deployment', deployment, '--only', CREATING, '--seed', 'chosen', '--out', out],
        reference.variables,
      )

      assert.equal(code, 0, stdout)
      const { seed } = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance
      assert.equal(seed, 'chosen')
      recorded.add((JSON.parse(readFileSync(join(out, 'recording.json'), 'utf8')) as { seed: string }).seed)
    }
    assert.equal(recorded.size, 2)
  })

  it('decides identity and order, whatever the run', () => {
    const [one, other] = ['0000000a', '0000000b'].map((drawn) => seedOfRun(variedSeed('chosen'), drawn))
    const things = Array.from({ length: 20 }, (_, index) => index)

    assert.equal(identityOf(one!).userAgent, identityOf(other!).userAgent)
    assert.deepEqual(shuffled(things, one!), shuffled(things, other!))
    assert.notDeepEqual(shuffled(things, variedSeed('another')), shuffled(things, one!))
  })

  it('stays the seed when it is taken from an earlier run, and keeps the nonce of a verifier', () => {
    const nonce = 'verifier-nonce-0001'
    const first = seedOfRun(challengeSeed(nonce), '0000000a')

    assert.equal(seedOfRun(first, '0000000b'), `challenge:${nonce}.run-0000000b`)
    assert.equal(chosenSeed(first), challengeSeed(nonce))
    assert.equal(nonceIn(first), nonce)
  })
})
