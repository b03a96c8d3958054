import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compareIds } from '../spec/compare-ids.ts'
import type { Conformance, Exchange } from './conformance.ts'
import { REPORT_FILES, type ReportFile } from './report-files.ts'
import { badgeJson } from './writers/badge-json.ts'
import { conformanceJson } from './writers/conformance-json.ts'
import { ctrfJson } from './writers/ctrf-json.ts'
import { indexHtml } from './writers/index-html.ts'
import { junitXml } from './writers/junit-xml.ts'
import { resultsSarif } from './writers/results-sarif.ts'
import { summaryMd } from './writers/summary-md.ts'

type Writer = (conformance: Conformance, exchanges: readonly Exchange[]) => string

const WRITERS: Readonly<Record<ReportFile, Writer>> = {
  'conformance.json': conformanceJson,
  'junit.xml': junitXml,
  'ctrf.json': ctrfJson,
  'results.sarif': resultsSarif,
  'summary.md': summaryMd,
  'badge.json': badgeJson,
  'index.html': indexHtml,
}

/** The text of each file of a run's report. */
export const renderedReport = (
  conformance: Conformance,
  exchanges: readonly Exchange[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(WRITERS).map(([name, write]) => [name, write(conformance, exchanges)]))

/**
 * Writes files of a run into `outDir`, each atomically, and returns the path of the HTML report.
 *
 * @param files default: all
 */
export async function writeReport(
  outDir: string,
  conformance: Conformance,
  recorded: readonly Exchange[],
  files: readonly ReportFile[] = REPORT_FILES,
): Promise<string> {
  const exchanges = recorded.toSorted(byCheck)
  await mkdir(outDir, { recursive: true })
  for (const name of files) {
    const path = join(outDir, name)
    const part = `${path}.part`
    // An earlier run may have left a file, or a link to another place.
    await rm(part, { force: true })
    await writeFile(part, WRITERS[name](conformance, exchanges), { flag: 'wx' })
    await rename(part, path)
  }
  return join(outDir, 'index.html')
}

/** The exchanges of a check are adjacent and in order, whatever the order of execution. */
const byCheck = (a: Exchange, b: Exchange): number =>
  a.check === b.check ? compareIds(a.id, b.id) : a.check < b.check ? -1 : 1
