/** What a core profile leaves out, a deployment need not offer to reach it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { parse } from 'yaml'
import type { Reference } from '../../reference/serve.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, emptyFolder } from '../cli/assay.ts'
import { deploymentFile, startDeployment, VARIABLES } from './certified.ts'

interface Definition {
  readonly id: string
  /** Default: that of its requirements, external accounts. */
  readonly areas?: readonly string[]
  readonly withoutCapabilities?: readonly string[]
}

const definitions = parse(
  readFileSync(new URL('../../spec/contracts/2025-10-13/profiles.yaml', import.meta.url), 'utf8'),
) as readonly Definition[]
const cores = definitions.filter(({ id }) => id.endsWith('.core'))

describe('a deployment that offers no more than the core profiles need', () => {
  let reference: Reference
  let reached: readonly string[]

  before(async () => {
    reference = await startDeployment()
    const out = emptyFolder()
    const left = new Set(cores.flatMap(({ withoutCapabilities = [] }) => withoutCapabilities))
    const areas = new Set(cores.flatMap(({ areas: ofCore = ['external-accounts'] }) => ofCore))
    const file = deploymentFile(out, reference, [...areas], '', [...left])
    const run = join(out, 'run')
    const { code, stdout } = await assay(['run', '--deployment', file, '--out', run], VARIABLES)
    assert.equal(code, 0, stdout)
    const { profiles = [] } = JSON.parse(readFileSync(join(run, 'conformance.json'), 'utf8')) as Conformance
    reached = profiles.filter(({ state }) => state === 'reached').map(({ id }) => id)
  })
  after(() => reference.close())

  for (const { id } of cores) it(`reaches ${id}`, () => assert.ok(reached.includes(id), reached.join(' ')))
})
