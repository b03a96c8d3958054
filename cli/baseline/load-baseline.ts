import addFormats from 'ajv-formats'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { isNode, LineCounter, parseDocument, type Document } from 'yaml'
import { nearest } from '../../fixtures/config/nearest.ts'
import type { Baseline, KnownFailure } from '../../reports/waiver.ts'
import { requirements } from '../../spec/index.ts'
import { assayError } from '../../errors/index.ts'
import { baselineEntrySchema, baselineFileSchema, type BaselineFile } from './file-schema.ts'
import { readBoundedText } from '../../spec/read-bounded.ts'

type Path = readonly (string | number)[]

const KINDS = ['failing', 'flaky'] as const

/**
 * Reads a baseline file.
 *
 * @throws AssayError naming file, line and remedy
 */
export function loadBaseline(file: string): Baseline {
  let text: string
  try {
    text = readBoundedText(file)
  } catch (error) {
    throw assayError('baseline-unreadable', {
      file,
      code: (error as NodeJS.ErrnoException).code ?? 'unknown',
    })
  }
  return { file, entries: baselineEntries(text, file) }
}

/** The pure part: from the text of a baseline file to its entries. */
export function baselineEntries(text: string, file: string): readonly KnownFailure[] {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const problem = (found: string, remedy: string, line?: number) =>
    assayError('baseline-invalid', { file, line, problem: found, remedy })
  const [broken] = document.errors
  if (broken)
    throw problem(
      `it is not YAML: ${broken.message.split('\n')[0]?.replace(/ at line .*$/, '')}`,
      'Correct that line.',
      broken.linePos?.[0].line,
    )
  const parsed = document.toJS({ maxAliasCount: 20 }) as unknown
  // The file is empty after the last known failure is fixed.
  if (parsed === null) return []
  if (!validate(parsed)) {
    const error = worstOf(validate.errors ?? [])
    const { found, remedy, path } = described(error, parsed)
    throw problem(found, remedy, lineOf(document, path, lines))
  }
  const seen = new Map<string, number | undefined>()
  for (const kind of KINDS) {
    for (const [index, { id }] of (parsed[kind] ?? []).entries()) {
      const line = lineOf(document, [kind, index, 'id'], lines)
      const unknown = idProblem(id)
      if (unknown) throw problem(unknown.found, unknown.remedy, line)
      if (seen.has(id))
        throw problem(`${id} is listed twice, first in line ${seen.get(id)}`, 'Remove one of the two.', line)
      seen.set(id, line)
    }
  }
  return KINDS.flatMap((kind) => (parsed[kind] ?? []).map((entry) => ({ ...entry, kind })))
}

const ajv = new Ajv2020({ allErrors: true, strict: false })
addFormats.default(ajv)
const validate = ajv.compile<BaselineFile>(baselineFileSchema)

/** A mistyped key explains a missing one, so it comes first. */
const worstOf = (errors: readonly ErrorObject[]): ErrorObject =>
  errors.find(({ keyword }) => keyword === 'additionalProperties') ?? errors[0]!

function described({ keyword, instancePath, params, message }: ErrorObject, parsed: unknown) {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
  const id = (parsed as Record<string, Record<number, { id?: unknown }> | undefined>)[path[0] ?? '']?.[
    Number(path[1])
  ]?.id
  const whose = typeof id === 'string' ? `${id}: ` : ''
  const key = path.at(-1)
  if (keyword === 'additionalProperties') {
    const extra = (params as { additionalProperty: string }).additionalProperty
    const known = path.length === 0 ? [...KINDS] : Object.keys(baselineEntrySchema.properties)
    const meant = nearest(extra, known)
    return {
      found: `${whose}${extra} is not a key of ${path.length === 0 ? 'a baseline' : 'an entry'}`,
      remedy: meant ? `Did you mean ${meant}?` : `Known here: ${known.join(', ')}.`,
      path: [...path, extra],
    }
  }
  const value = (parsed as Record<string, Record<number, Record<string, unknown>> | undefined>)[
    path[0] ?? ''
  ]?.[Number(path[1])]?.[String(key)]
  const unknown = keyword === 'pattern' && typeof value === 'string' ? idProblem(value) : undefined
  if (unknown) return { ...unknown, path }
  if (keyword === 'minLength')
    return {
      found: `${whose}${key} is empty`,
      remedy: REMEDY[String(key)] ?? 'Fill it in, or remove it.',
      path,
    }
  if (keyword === 'format')
    return { found: `${whose}${key} is not a date: ${String(value)}`, remedy: REMEDY.expires!, path }
  if (keyword === 'required') {
    const missing = (params as { missingProperty: string }).missingProperty
    return { found: `${whose}${missing} is missing`, remedy: REMEDY[missing] ?? 'Add it.', path }
  }
  return {
    found: path.length === 0 ? `it ${message}` : `${whose}${key} ${message}`,
    remedy: REMEDY[String(key)] ?? 'Write a list of entries, each with id, reason and expires.',
    path,
  }
}

const REMEDY: Readonly<Record<string, string>> = {
  id: 'Name a requirement, such as QUO-20; `assay list` shows them all.',
  reason: 'Explain why the failure is accepted; the report shows this reason.',
  expires: 'Set the last day on which the failure is accepted, as YYYY-MM-DD; after that it counts again.',
}

const known = new Map<string, boolean>(requirements.map(({ id, specified }) => [id, specified]))

function idProblem(id: string) {
  const specified = known.get(id)
  if (specified) return undefined
  if (specified === false)
    return { found: `${id} cannot fail: the contract leaves it open`, remedy: 'Remove it.' }
  const meant = nearest(id, [...known.keys()])
  return {
    found: `there is no requirement ${id}`,
    remedy: `${meant ? `Did you mean ${meant}? ` : ''}\`assay list\` shows them all.`,
  }
}

/** The line of a value, or of the nearest place around it that has one. */
function lineOf(document: Document, path: Path, lines: LineCounter): number | undefined {
  for (let length = path.length; length >= 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return undefined
}
