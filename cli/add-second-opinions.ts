import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { missingTools } from '../second-opinions/missing-tools.ts'
import { secondOpinions } from '../second-opinions/second-opinions.ts'
import type { Conformance } from '../reports/conformance.ts'
import { exchangesIn } from '../reports/exchange-lines.ts'
import { printable } from '../reports/printable.ts'
import { secondOpinionsSentence } from '../reports/verdict-words.ts'
import { writeReport } from '../reports/write-report.ts'
import type { Terminal } from './terminal.ts'

/**
 * Runs Prism and Dredd on the recording of a finished run, and writes its report again with their results. An
 * interrupted run is not changed.
 *
 * @param directory of the report
 */
export async function addSecondOpinions(directory: string, { stdout, stderr }: Terminal): Promise<void> {
  const conformance = JSON.parse(await readFile(join(directory, 'conformance.json'), 'utf8')) as Conformance
  if (!conformance.complete) return
  const missing = missingTools()
  if (missing.length > 0) {
    stderr.write(
      `Not installed, so not run: ${missing.join(' and ')}.\n` +
        `  → npm install --save-dev ${missing.join(' ')}, then run again.\n`,
    )
  }
  stderr.write('Validating the recording with Prism and Dredd …\n')
  const exchanges = await exchangesIn(join(directory, 'exchanges.jsonl'))
  const extended = { ...conformance, secondOpinions: await endingWithUs(secondOpinions(exchanges)) }
  await writeReport(directory, extended, exchanges)
  stdout.write(`Second opinions: ${printable(secondOpinionsSentence(extended) ?? '')}\n`)
}

/**
 * An interrupt ends the tools too: they are killed when this process exits. The results of the run are already written.
 */
async function endingWithUs<Result>(work: Promise<Result>): Promise<Result> {
  const exit = () => process.exit(3)
  process.on('SIGINT', exit).on('SIGTERM', exit)
  try {
    return await work
  } finally {
    process.off('SIGINT', exit).off('SIGTERM', exit)
  }
}
