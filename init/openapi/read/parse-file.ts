import { readFileSync, statSync } from 'node:fs'
import { parse, YAMLParseError } from 'yaml'
import { unreadable } from './unreadable.ts'

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
 * @throws InitError with the file, the problem and the remedy
 */
export function parseFile(file: string, budget: Budget): unknown {
  const value = parsed(textOf(file, budget), file)
  refuseExcess(value, file, budget)
  return value
}

function textOf(file: string, budget: Budget): string {
  try {
    const status = statSync(file)
    if (!status.isFile()) throw unreadable(file, 'it is not a regular file.', 'Give a YAML or JSON file.')
    budget.bytes += status.size
    if (budget.bytes > MAX_BYTES)
      throw unreadable(
        file,
        `the document has ${budget.bytes} bytes or more; at most ${MAX_BYTES} are read.`,
        'Remove what does not belong to the payments API.',
      )
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw code === 'ENOENT'
      ? unreadable(file, 'there is no such file.', 'Check the path that is given to --openapi.')
      : unreadable(file, `it cannot be read (${code}).`, 'Give a readable file.')
  }
}

function parsed(text: string, file: string): unknown {
  try {
    if (/^\s*[{[]/.test(text)) return parsedJson(text)
    return parse(text, { maxAliasCount: MAX_ALIASES, merge: true, logLevel: 'error' })
  } catch (error) {
    if (error instanceof RangeError)
      throw unreadable(file, 'it nests too deeply.', `At most ${MAX_DEPTH} levels are read.`)
    const [line] = error instanceof YAMLParseError ? (error.linePos ?? []) : []
    const place = line ? ` at line ${line.line}, column ${line.col}` : ''
    const code = error instanceof YAMLParseError ? ` (${error.code})` : ''
    throw unreadable(file, `it is neither YAML nor JSON${place}${code}.`, 'Correct that place.')
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
    if (depth > MAX_DEPTH)
      throw unreadable(
        file,
        `it nests deeper than ${MAX_DEPTH} levels, or contains itself.`,
        'Use $ref for schemas that contain themselves.',
      )
    for (const child of Object.values(value)) {
      if (++budget.values > MAX_VALUES)
        throw unreadable(
          file,
          `the document has more than ${MAX_VALUES} values.`,
          'Remove what does not belong to the payments API.',
        )
      open.push([child, depth + 1])
    }
  }
}
