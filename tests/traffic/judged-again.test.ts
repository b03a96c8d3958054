/** `exchanges.har` of a run, judged again, gives the same verdicts on the rules for every response and across responses. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Reference } from '../../reference/serve.ts'
import { assay } from '../cli/assay.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'
import { startTrafficReference, VARIABLES, writeDeploymentFile } from './deployment-file.ts'
import { conventionsIn, failedIn } from './verdicts-in.ts'

const CHECKED = ['OWN-01', 'ACT-01', 'ACT-06', 'QUO-01', 'QUO-20', 'ERR-01']
/** A response rule, and rules about credentials, states and identifiers, with exchanges that exercise them. */
const FAULTS = [
  ['convention-amount-as-text', 'CNV-05', CHECKED],
  ['convention-actions-of-two-agents', 'CNV-24', CHECKED],
  ['convention-closed-card-seen-frozen', 'CNV-33', ['cards']],
  ['convention-created-when-read', 'CNV-37', ['transactions']],
] as const

const folder = temporaryFolder('judged-again')
let reference: Reference
before(async () => {
  reference = await startTrafficReference()
})
after(() => reference.close())

/** Runs, judges the archive of the run, and gives both folders. */
async function recordedAndJudged(below: string, only: readonly string[]) {
  const file = writeDeploymentFile(folder, new URL(reference.url).origin, below)
  const run = join(folder, `run${below.replaceAll('/', '-')}`)
  await assay(['run', '--deployment', file, '--out', run, '--only', ...only], VARIABLES)
  const judged = `${run}-judged`
  const ended = await assay(['judge', join(run, 'exchanges.har'), '--deployment', file, '--out', judged])
  return { run, judged, ended }
}

function sameConventions(run: string, judged: string): void {
  const again = conventionsIn(judged)
  const compared = [...conventionsIn(run)].map(([id, { verdict }]) => [id, verdict, again.get(id)?.verdict])
  assert.ok(compared.length > 5)
  assert.deepEqual(
    compared.map(([id, verdict]) => [id, verdict]),
    compared.map(([id, , verdict]) => [id, verdict]),
  )
}

describe('the archive of a run, judged again', () => {
  it('gives the verdicts of the run on the reference server, and judges no less', async () => {
    const { run, judged, ended } = await recordedAndJudged('', CHECKED)

    assert.equal(ended.code, 3, ended.stderr)
    sameConventions(run, judged)
    assert.deepEqual(failedIn(judged), [])
    const amounts = (directory: string) =>
      [...conventionsIn(directory)].map(([id, { checks }]) => [id, checks[0]?.expectations])
    assert.deepEqual(
      amounts(judged).filter(([id]) => conventionsIn(run).has(String(id))),
      amounts(run),
    )
  })

  it('is judged without any option in the folder of its run, and from exchanges.jsonl', async () => {
    const run = join(folder, 'run')
    const judged = join(folder, 'from-lines')

    const { code, stdout } = await assay(['judge', run, '--out', judged, '--allow-blocked'])

    assert.equal(code, 0, stdout)
    sameConventions(run, judged)
  })

  for (const [fault, requirement, only] of FAULTS) {
    it(`fails with ${fault} by name`, async () => {
      const { run, judged, ended } = await recordedAndJudged(`/faults/${fault}`, only)

      assert.equal(ended.code, 1, ended.stderr)
      sameConventions(run, judged)
      assert.ok(failedIn(judged).includes(requirement))
    })
  }

  it('has no secret, and names the trace of every request of Assay', () => {
    const text = readFileSync(join(folder, 'run/exchanges.har'), 'utf8')
    const { log } = JSON.parse(text) as {
      log: { entries: { request: { headers: { name: string }[] }; _assay: { kind: string } }[] }
    }

    for (const secret of [VARIABLES.TRAFFIC_SECRET, VARIABLES.TRAFFIC_TOKEN])
      assert.ok(!text.includes(secret))
    assert.ok(log.entries.length > 20)
    assert.deepEqual(
      log.entries.filter(
        ({ request, _assay }) =>
          _assay.kind !== 'delivery' && !request.headers.some(({ name }) => name === 'traceparent'),
      ),
      [],
    )
  })
})
