import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Rejudged } from '../certificates/compare-run.ts'
import type { Conformance } from '../reports/conformance.ts'
import { readJudgements } from '../reports/judgement-lines.ts'
import { JUDGEMENTS, PLAN } from '../reports/report-files.ts'
import { run } from './run.ts'
import type { Terminal } from './terminal.ts'

/**
 * Replays the recording of a finished run, offline and with the current suites. Progress goes to standard error.
 *
 * @returns the result; undefined: the replay could not be completed
 */
export async function rejudge(directory: string, terminal: Terminal): Promise<Rejudged | undefined> {
  const out = mkdtempSync(join(tmpdir(), 'assay-rejudged-'))
  try {
    terminal.stderr.write('Judging the recording again, without the deployment …\n')
    await run(
      {
        deployment: undefined,
        only: [],
        out,
        secondOpinions: false,
        replay: directory,
        onlyVerdicts: true,
      },
      terminal,
    )
    const file = join(out, 'conformance.json')
    if (!existsSync(file)) return undefined
    const conformance = JSON.parse(readFileSync(file, 'utf8')) as Conformance
    if (!conformance.complete) return undefined
    return {
      conformance,
      judgements: readJudgements(join(out, JUDGEMENTS)),
      plan: readFileSync(join(out, PLAN), 'utf8'),
    }
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}
