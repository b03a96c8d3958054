import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bundle } from '../../certificates/bundle.ts'
import type { Rejudged } from '../../certificates/compare-run.ts'
import type { Problem } from '../../certificates/examine-bundle.ts'
import { pageText } from '../../certificates/page-text.ts'
import { PAGE_DATA } from '../../certificates/signer-statements.ts'
import { EXCHANGES, LONG_BODIES } from '../../fixtures/recording/evidence.ts'
import { RECORDING } from '../../fixtures/recording/recording.ts'
import type { Judgement } from '../../reports/conformance.ts'
import { readJudgements } from '../../reports/judgement-lines.ts'
import { DURATIONS, HAR, JUDGEMENTS, PLAN, REPORT_FILES } from '../../reports/report-files.ts'
import { writeHar } from '../../reports/write-har.ts'
import { writeReport } from '../../reports/write-report.ts'

const PAGE = 'index.html'
const FILES_OF_A_RUN: ReadonlySet<string> = new Set([
  ...REPORT_FILES,
  RECORDING,
  EXCHANGES,
  LONG_BODIES,
  JUDGEMENTS,
  PLAN,
  DURATIONS,
  HAR,
])

export interface ComparedReports {
  readonly problems: readonly Problem[]
  /** Their parts that nothing in the bundle determines. */
  readonly signerStatements: readonly string[]
}

/** Writes every file of a bundle again that follows from its run, and compares them byte by byte. */
export async function reportsThatDiffer(
  directory: string,
  bundle: Bundle,
  again: Rejudged,
): Promise<ComparedReports> {
  const drawn = mkdtempSync(join(tmpdir(), 'assay-redrawn-'))
  try {
    await writeAgain(directory, drawn, bundle)
    const textOf = (folder: string, name: string) => readIn(folder, name)?.toString('utf8')
    const differing = [...REPORT_FILES, HAR].filter(
      (name) => name !== PAGE && textOf(directory, name) !== textOf(drawn, name),
    )
    const [page = '', drawnPage = ''] = [textOf(directory, PAGE), textOf(drawn, PAGE)]
    if (pageText(page) !== pageText(drawnPage)) differing.push(PAGE)
    if (textOf(directory, PLAN) !== again.plan) differing.push(PLAN)
    const judged = readJudgements(join(directory, JUDGEMENTS))
    if (factsOf(judged) !== factsOf(again.judgements)) differing.push(JUDGEMENTS)
    return {
      problems: [...strayFiles(bundle), ...differing.map(differs)],
      signerStatements: page === drawnPage ? [] : [PAGE_DATA],
    }
  } catch (error) {
    // Anybody who has the key may have signed anything.
    const found = `the run does not reproduce them: ${error instanceof Error ? error.message : String(error)}`
    return { problems: [{ name: 'report', found }], signerStatements: [] }
  } finally {
    rmSync(drawn, { recursive: true, force: true })
  }
}

async function writeAgain(directory: string, drawn: string, bundle: Bundle): Promise<void> {
  const { conformance, exchanges, head } = bundle
  await writeReport(drawn, conformance, exchanges)
  await writeHar(
    exchanges,
    { bodies: join(directory, LONG_BODIES), har: join(drawn, HAR) },
    head.tool.version,
  )
}

const readIn = (folder: string, name: string): Buffer | undefined =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name)) : undefined

const differs = (name: string): Problem => ({
  name: 'report',
  found: `${name} differs from the run and its recording`,
})

const strayFiles = ({ files }: Bundle): readonly Problem[] =>
  files
    .filter(({ name }) => !FILES_OF_A_RUN.has(name))
    .map(({ name }) => ({ name: 'file', found: `${name} is signed, but no run writes such a file` }))

/** The last verdict of each check, in one order: the number of timeouts depends on the machine. */
function factsOf(judgements: readonly Judgement[]): string {
  const last = new Map<string, Judgement>()
  for (const judgement of judgements) {
    const { check, attempt } = judgement
    if (attempt >= (last.get(check)?.attempt ?? 0)) last.set(check, judgement)
  }
  return JSON.stringify(
    [...last.values()]
      .map(({ check, title, requirements, verdict }) => [check, title, ...requirements, verdict].join('\n'))
      .toSorted(),
  )
}
