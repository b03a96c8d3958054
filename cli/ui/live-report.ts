/** The report of a run, also while it goes on: from the files that the run writes as it goes. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { EXCHANGES } from '../../fixtures/recording/evidence.ts'
import { RECORDING, type RecordingHead } from '../../fixtures/recording/recording.ts'
import { conformanceOf } from '../../reports/conformance-of.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { exchangesIn } from '../../reports/exchange-lines.ts'
import { readJudgements } from '../../reports/judgement-lines.ts'
import { readPlan } from '../../reports/planned-checks.ts'
import { JUDGEMENTS, PLAN } from '../../reports/report-files.ts'
import { indexHtml } from '../../reports/writers/index-html.ts'
import { scopeOfHead } from '../scope-of-head.ts'

export interface LiveReport {
  readonly html: string
  /** The requirements of each cause, in the order of the page. */
  readonly causes: readonly (readonly string[])[]
}

const FINAL = 'conformance.json'
const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Changes when the run has judged something, and when it has ended. Empty: there is nothing to show yet. */
export function revisionOf(folder: string): string {
  if (existsSync(join(folder, 'index.html'))) return 'final'
  return existsSync(join(folder, PLAN)) ? String(sizeOf(join(folder, JUDGEMENTS))) : ''
}

/** How many checks were judged, and how many the run means to perform. */
export function progressOf(folder: string): { readonly judged: number; readonly planned: number } {
  const planned = new Set(readPlan(folder).map(({ check }) => check))
  const judged = new Set(readJudgements(join(folder, JUDGEMENTS)).map(({ check }) => check))
  return { judged: [...judged].filter((check) => planned.has(check)).length, planned: planned.size }
}

/** The results of the run so far; the complete report when it has ended. */
export async function buildLiveReport(folder: string): Promise<LiveReport> {
  if (revisionOf(folder) === 'final') {
    const conformance = JSON.parse(readFileSync(join(folder, FINAL), 'utf8')) as Conformance
    return { html: readFileSync(join(folder, 'index.html'), 'utf8'), causes: causesIn(conformance) }
  }
  const head = JSON.parse(readFileSync(join(folder, RECORDING), 'utf8')) as RecordingHead
  // An exchange is written before the judgement that names it.
  const judgements = readJudgements(join(folder, JUDGEMENTS))
  const exchanges = await exchangesIn(join(folder, EXCHANGES))
  const now = new Date().toISOString()
  const conformance = conformanceOf(
    {
      ...scopeOfHead(head),
      planned: readPlan(folder),
      judgements,
      startedAt: exchanges[0]?.at ?? now,
      finishedAt: now,
      complete: false,
      incompleteReason: 'checks are still under way',
      incompleteFixIn: 'environment',
      incompleteNext: 'Wait for the end of the run.',
    },
    exchanges,
  )
  return { html: indexHtml(conformance, exchanges), causes: causesIn(conformance) }
}

const causesIn = ({ causes }: Conformance) => causes.map(({ requirements }) => requirements)
