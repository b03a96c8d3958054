import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { EXCHANGES } from '../fixtures/recording/evidence.ts'
import { exchangesIn } from '../reports/exchange-lines.ts'
import { causesText } from '../reports/terminal-summary.ts'
import { agentText } from '../reports/writers/agent-text.ts'
import { readRun } from './read-run.ts'
import { assayError } from '../errors/index.ts'

const FORMATS = ['text', 'agent'] as const
/** `text`: for people. `agent`: for coding agents, short and without anything that could steer them. */
export type Format = (typeof FORMATS)[number]

/** @throws AssayError where there is no such format */
export function formatFrom(text: string): Format {
  const format = FORMATS.find((each) => each === text)
  if (format !== undefined) return format
  throw assayError('format-unknown', { format: text, formats: FORMATS })
}

/**
 * The causes of a finished run, from the files of its report.
 *
 * @param path of the report folder, or of its conformance.json
 * @throws AssayError when there is no report
 */
export async function causes(
  path: string,
  {
    format,
    colour,
    columns,
  }: { readonly format: Format; readonly colour: boolean; readonly columns?: number | undefined },
): Promise<string> {
  const conformance = readRun(path)
  const isFolder = existsSync(path) && statSync(path).isDirectory()
  const folder = isFolder ? path : dirname(path)
  const page = join(folder, 'index.html')
  if (format === 'text')
    return causesText(conformance, { colour, columns, reportPath: existsSync(page) ? page : undefined })
  return agentText(conformance, await exchangesIn(join(folder, EXCHANGES)))
}
