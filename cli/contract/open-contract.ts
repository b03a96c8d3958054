/** Opens a version of the contract, or a draft: a later version is merged with the one that it follows. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isNode, LineCounter, parseDocument, type Document } from 'yaml'
import { assayError } from '../../errors/index.ts'
import { contractFiles, contractFolder, contractVersions } from '../../spec/generate/contract-files.ts'
import { printable } from '../../reports/printable.ts'
import { shaped, ShapeError } from '../../spec/generate/shaped.ts'
import { readSources, type Sources } from '../../spec/generate/sources.ts'
import { compileAll } from '../../spec/generate/validators.ts'
import { laterVersionSchema, type LaterVersion } from '../../spec/versions/later-version.ts'
import { merged, type MergeProblem } from '../../spec/versions/merge.ts'
import { filesOf, partsOf, type Parts } from '../../spec/versions/parts.ts'
import { readBoundedText } from '../../spec/read-bounded.ts'

export interface OpenedContract {
  readonly version: string
  /** undefined: it states the whole contract. */
  readonly follows: string | undefined
  readonly parts: Parts
  readonly sources: Sources
}

/** The file of a later version. A folder without it has a whole contract. */
const FILE = 'contract.yaml'

/**
 * @param given a version, or the folder of a draft
 * @throws AssayError naming file, line and remedy
 */
export function openContract(given: string): OpenedContract {
  const known = contractVersions()
  const folder = known.includes(given) ? contractFolder(given) : given
  const file = join(folder, FILE)
  if (existsSync(file)) return openLater(file, known)
  if (!known.includes(given)) throw assayError('contract-unknown', { given, known })
  const files = contractFiles(folder)
  return {
    version: given,
    follows: undefined,
    parts: partsOfVersion(given),
    // Reading them takes as long as the parts, and a comparison needs only those.
    get sources() {
      return readSources(files)
    },
  }
}

function openLater(file: string, known: readonly string[]): OpenedContract {
  const { later, lineOf } = readLater(file)
  const { version, follows } = later
  if (!known.includes(follows))
    throw assayError('contract-follows-unknown', { file, line: lineOf(['follows']), follows, known })
  if (version <= follows)
    throw assayError('contract-order', { file, line: lineOf(['version']), version, follows })
  const { parts, problems } = merged(partsOfVersion(follows), later)
  const inOrder = problems
    .map((problem) => ({ ...problem, line: lineOf(problem.at) }))
    .toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0))
  if (inOrder[0]) throw errorOf(inOrder[0], file, inOrder.length - 1)
  return { version, follows, parts, sources: sourcesOf(parts, file, lineOf) }
}

const taken = new Map<string, Parts>()

/** The parts of a version that Assay has. Reading its YAML takes longer than everything else, so it is read once. */
function partsOfVersion(version: string): Parts {
  const folder = contractFolder(version)
  const parts =
    taken.get(version) ??
    (existsSync(join(folder, FILE)) ? openContract(version).parts : partsOf(version, contractFiles(folder)))
  taken.set(version, parts)
  return parts
}

/** Reads the whole: only it shows some problems, such as a flow without an explanation. */
function sourcesOf(parts: Parts, file: string, lineOf: Lines): Sources {
  try {
    const sources = readSources(filesOf(parts))
    // Otherwise the responses of a run could not be validated, and each check would be blocked for an obscure reason.
    compileAll(sources)
    return sources
  } catch (error) {
    const problem = (error as Error).message
    throw assayError('contract-inconsistent', { file, line: lineOf([]), problem })
  }
}

function errorOf(
  { code, kind, id, detail = '', line }: MergeProblem & { readonly line: number | undefined },
  file: string,
  others: number,
) {
  const entry = { file, line, kind, id, others }
  if (code === 'exists') return assayError('contract-id-exists', entry)
  if (code === 'retired') return assayError('contract-id-retired', { ...entry, usedBy: detail })
  if (code === 'no-change') return assayError('contract-change-empty', { ...entry, detail })
  return assayError('contract-id-unknown', { ...entry, usedBy: detail === '' ? undefined : detail })
}

type Path = readonly (string | number)[]
type Lines = (at: Path) => number | undefined

function readLater(file: string): { readonly later: LaterVersion; readonly lineOf: Lines } {
  const counter = new LineCounter()
  const document = parseDocument(textOf(file), { lineCounter: counter })
  const lineOf: Lines = (at) => lineIn(document, at, counter)
  const [broken] = document.errors
  if (broken)
    throw assayError('contract-invalid', {
      file,
      line: broken.linePos?.[0].line,
      problem: `it is not YAML: ${broken.message.split('\n')[0]?.replace(/ at line .*$/, '')}`,
    })
  const content = contentOf(document, file)
  const steering = steeringIn(content)
  if (steering !== undefined)
    throw assayError('contract-invalid', {
      file,
      line: lineOf(steering.at),
      problem: `it has characters that are not shown: ${steering.shown}`,
    })
  try {
    return { later: shaped(laterVersionSchema, content, file), lineOf }
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error
    const at = error.pointer.split('/').slice(1)
    throw assayError('contract-invalid', {
      file,
      line: lineOf(at.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))),
      problem: error.problem,
    })
  }
}

/** The first text that would steer a terminal: commands and reports print the texts of a contract. */
function steeringIn(
  value: unknown,
  at: Path = [],
): { readonly at: Path; readonly shown: string } | undefined {
  if (typeof value === 'string') {
    const text = value.replaceAll('\n', ' ')
    const shown = printable(text)
    return shown === text ? undefined : { at, shown: shown.slice(0, LONGEST_SHOWN) }
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, one] of Object.entries(value)) {
    const inside = [...at, Array.isArray(value) ? Number(key) : key]
    const found = steeringIn(key, inside) ?? steeringIn(one, inside)
    if (found) return found
  }
  return undefined
}

/** Characters of a text in a message. */
const LONGEST_SHOWN = 80

/** Few aliases: a short file could expand to gigabytes. */
function contentOf(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 20 })
  } catch (error) {
    throw assayError('contract-invalid', {
      file,
      line: undefined,
      problem: `it is not YAML that can be read: ${(error as Error).message.replace(/\.$/, '')}`,
    })
  }
}

function textOf(file: string): string {
  try {
    return readBoundedText(file)
  } catch (error) {
    throw assayError('contract-unreadable', {
      file,
      code: (error as NodeJS.ErrnoException).code ?? 'unknown',
    })
  }
}

/** The line of a key, or of the nearest one around it. */
function lineIn(document: Document.Parsed, at: Path, counter: LineCounter): number | undefined {
  for (let length = at.length; length > 0; length--) {
    const parent = document.getIn(at.slice(0, length - 1), true)
    const key = at[length - 1]!
    const pair = (parent as { items?: readonly { key?: unknown }[] } | undefined)?.items?.find(
      (item) => (item as { key?: { value?: unknown } }).key?.value === key,
    )
    const node = pair?.key ?? document.getIn(at.slice(0, length), true)
    if (isNode(node) && node.range) return counter.linePos(node.range[0]).line
  }
  return undefined
}
