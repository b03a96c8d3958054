/**
 * Most deployments serve no provider state: the reference server is judged through its public API alone, and a run of it
 * gives the same verdicts without it.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startReference, type Reference } from '../../reference/serve.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, emptyFolder, type Ended } from '../cli/assay.ts'

/** The share of MUST requirements that must be judged. */
const MIN_JUDGED = 0.75
const CREDENTIALS = { clientId: 'stateless-client', clientSecret: 'stateless-secret-of-the-tests' }

describe('a deployment without provider states', () => {
  let reference: Reference
  let ended: Ended
  let conformance: Conformance
  const folder = emptyFolder()
  const out = join(folder, 'report')

  before(async () => {
    reference = await startReference({ credentials: CREDENTIALS, statesToken: 'not-given' })
    const file = join(folder, 'deployment.yaml')
    writeFileSync(
      file,
      `
name: stateless
baseUrl: ${reference.url}
credentials: { clientId: ${CREDENTIALS.clientId}, clientSecret: "\${CLIENT_SECRET}" }
limits: { requestsPerSecond: 5000, concurrency: 32, maxWaitSeconds: 4 }
`,
    )
    ended = await assay(['run', '--deployment', file, '--out', out], {
      CLIENT_SECRET: CREDENTIALS.clientSecret,
    })
    conformance = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance
  })
  after(() => reference.close())

  it('is judged by three quarters of the MUST requirements, and none fails', () => {
    const { judged = 0, of = Infinity } = conformance.withoutStates ?? {}
    const failed = conformance.requirements.filter(({ verdict }) => ['fail', 'flaky'].includes(verdict))

    assert.deepEqual(
      failed.map(({ id, reason }) => [id, reason]),
      [],
    )
    assert.ok(judged / of >= MIN_JUDGED, `${judged} of ${of} judged`)
    assert.equal(ended.code, 3)
  })

  it('summarizes in one sentence what was judged and what would help', () => {
    const { judged, of } = conformance.withoutStates!

    assert.match(
      ended.stdout,
      new RegExp(
        `${judged} of ${of} MUST requirements judged without provider states; three additions would judge \\d+ more`,
      ),
    )
    assert.ok(ended.stdout.split('\n').length < 150, 'a terminal shows it')
    assert.doesNotMatch(`${ended.stdout}${ended.stderr}`, /contained secrets/)
  })

  it('lacks the states that docs/deployment.md names', () => {
    const page = readFileSync(new URL('../../docs/deployment.md', import.meta.url), 'utf8')
    const section = page.split('#### What remains, and why')[1]!.split('\n#')[0]!
    const rows = [...section.matchAll(/^\| (`.*?) +\| +\d+ \|/gm)].map(([, state]) =>
      state!.replaceAll('`', ''),
    )

    assert.deepEqual(
      rows.toSorted(),
      conformance.withoutStates!.additions.map(({ state }) => state).toSorted(),
    )
  })

  it('deletes every resource that it can delete', () => {
    const left = conformance.states?.flatMap(({ notTornDown }) => notTornDown) ?? []

    assert.deepEqual(
      left.filter((id) => /^(Agent|Document|Token):/.test(id)),
      [],
    )
  })

  it('gives the same verdicts when the run is replayed', async () => {
    const { code, stdout } = await assay(['replay', out, '--out', join(folder, 'replayed')])

    assert.equal(code, 0, stdout)
    const again = JSON.parse(readFileSync(join(folder, 'replayed/conformance.json'), 'utf8')) as Conformance
    const verdictsOf = ({ requirements }: Conformance) =>
      Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]))
    assert.deepEqual(verdictsOf(again), verdictsOf(conformance))
  })
})
