import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Conformance } from '../reports/conformance.ts'
import { run } from './run.ts'
import type { Terminal } from './terminal.ts'

/**
 * Judges the recording of a finished run once more, offline and with the suites that are here. What it is about goes to
 * standard error.
 *
 * @returns what came of it; undefined: it could not be judged to its end
 */
export async function rejudge(directory: string, terminal: Terminal): Promise<Conformance | undefined> {
  const out = mkdtempSync(join(tmpdir(), 'assay-rejudged-'))
  try {
    terminal.stderr.write('Judging the recording once more, without the deployment …\n')
    await run(
      {
        deployment: undefined,
        only: [],
        out,
        secondOpinions: false,
        replay: directory,
        withoutSummary: true,
      },
      terminal,
    )
    const file = join(out, 'conformance.json')
    if (!existsSync(file)) return undefined
    const again = JSON.parse(readFileSync(file, 'utf8')) as Conformance
    return again.complete ? again : undefined
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}
