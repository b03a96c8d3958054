import { readFileSync, statSync } from 'node:fs'
import { AssayError, assayError } from '../../../errors/index.ts'
import { parse, YAMLParseError } from 'yaml'

const MAX_BYTES = 20_000_000
const MAX_DEPTH = 120
const MAX_VALUES = 1_000_000
const MAX_ALIASES = 1_000

/** Size of all files of a document so far. */
export interface Budget {
  bytes: number
  values: number
}

export const createBudget = (): Budget => ({ bytes: 0, values: 0 })

/**
 * The parsed content of a YAML or JSON file, with limits for depth, and for bytes and values over all files.
 *
 * @throws AssayError with the file, the problem and the remedy
 */
export function parseFile(file: string, budget: Budget): unknown {
  const value = parsed(textOf(file, budget), file)
  refuseExcess(value, file, budget)
  return value
}

function textOf(file: string, budget: Budget): string {
  try {
    const status = statSync(file)
    if (!status.isFile()) throw assayError('openapi-not-a-file', { file })
    budget.bytes += status.size
    if (budget.bytes > MAX_BYTES)
      throw assayError('openapi-too-large', { file, bytes: budget.bytes, max: MAX_BYTES })
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof AssayError || code === undefined) throw error
    throw code === 'ENOENT'
      ? assayError('openapi-missing', { file })
      : assayError('openapi-unreadable', { file, code })
  }
}

function parsed(text: string, file: string): unknown {
  try {
    if (/^\s*[{[]/.test(text)) return parsedJson(text)
    return parse(text, { maxAliasCount: MAX_ALIASES, merge: true, logLevel: 'error' })
  } catch (error) {
    if (error instanceof RangeError) throw assayError('openapi-too-deep', { file, max: MAX_DEPTH })
    const [line] = error instanceof YAMLParseError ? (error.linePos ?? []) : []
    throw assayError('openapi-unparsable', {
      file,
      place: line && { line: line.line, column: line.col },
      code: error instanceof YAMLParseError ? error.code : undefined,
    })
  }
}

/** JSON has a faster parser. YAML may start with a brace too. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return parse(text, { maxAliasCount: MAX_ALIASES, logLevel: 'error' })
  }
}

/** Aliases can make a value that contains itself, or is far larger than its text. */
function refuseExcess(root: unknown, file: string, budget: Budget): void {
  const open: (readonly [unknown, number])[] = [[root, 0]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, depth] = next
    if (typeof value !== 'object' || value === null) continue
    if (depth > MAX_DEPTH) throw assayError('openapi-too-deep', { file, max: MAX_DEPTH })
    for (const child of Object.values(value)) {
      if (++budget.values > MAX_VALUES) throw assayError('openapi-too-many-values', { file, max: MAX_VALUES })
      open.push([child, depth + 1])
    }
  }
}
