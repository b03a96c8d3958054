/** Adds the findings of the doctor to the text of a deployment file. Pure. It keeps everything that the file states. */
import { isDeepStrictEqual } from 'node:util'
import { Document, isMap, parseDocument } from 'yaml'
import { operations } from '../spec/index.ts'
import type { Limits } from '../fixtures/config/limits.ts'
import type { OperationFinding } from './bound-operations.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { Examined } from './examine-deployment.ts'
import { slowerRate, WHAT_RATE_LIMITS } from './rate-limits.ts'

/** A value to write into the file. */
export interface AddedLine {
  readonly key: string
  readonly name: string
  readonly value: number | null
  /** The observation behind it. */
  readonly comment: string
}

export interface Written {
  readonly text: string
  readonly added: readonly AddedLine[]
  /** Lines of the comment at the end, for a person to decide. */
  readonly remarks: readonly string[]
}

/** The file cannot be extended without changing its meaning. */
export class NotWritable extends Error {
  override readonly name = 'NotWritable'
}

const BEGIN = '# Found by assay doctor, to review:'
const END = '# End of the findings of assay doctor.'

/**
 * @param text of the deployment file, YAML or JSON
 * @throws NotWritable when the lines cannot be added
 */
export function withFindings(text: string, examined: Examined, limits: Limits): Written {
  const source = withoutRemarks(text)
  const document = parseDocument(source)
  const before: unknown = document.toJS()
  const candidates = [...absentOperations(examined.operations), ...slowerRequests(examined.diagnoses, limits)]
  const added = candidates.filter((line) => line.isCertain && !document.hasIn([line.key, line.name]))
  const undecided = candidates.filter((line) => !added.includes(line))
  const remarks = [...undecided.map(remarkOf), ...missingStates(examined)]
  const changed = isJson(text)
    ? `${JSON.stringify(merged(before, added), null, 2)}\n`
    : withRemarks(addedTo(document, source, added), remarks)
  if (!isDeepStrictEqual(parseDocument(changed).toJS(), merged(before, added))) {
    throw new NotWritable('the change would alter other entries')
  }
  return { text: changed, added, remarks }
}

interface Candidate extends AddedLine {
  readonly isCertain: boolean
}

/** The contract requires these, so a person decides whether they are not offered. */
const absentOperations = (findings: readonly OperationFinding[]): readonly Candidate[] =>
  findings.flatMap(({ operation, state, detail, certain }) =>
    state === 'not found'
      ? {
          key: 'operations',
          name: operation,
          value: null,
          comment: `not found: ${detail}`,
          isCertain: certain && !operations[operation].shown,
        }
      : [],
  )

const slowerRequests = (diagnoses: readonly Diagnosis[], { requestsPerSecond }: Limits) =>
  diagnoses.flatMap(({ what, state, detail }): readonly Candidate[] =>
    what === WHAT_RATE_LIMITS && state === 'wrong'
      ? [
          {
            key: 'limits',
            name: 'requestsPerSecond',
            value: slowerRate(requestsPerSecond),
            comment: detail,
            isCertain: true,
          },
        ]
      : [],
  )

const remarkOf = ({ key, name, value, comment }: AddedLine) => `${key}.${name}: ${value}  (${comment})`

const missingStates = ({ outlook }: Examined) =>
  (outlook?.additions ?? []).flatMap(({ state, requirements }) =>
    requirements.length === 0
      ? []
      : `state ${state} is missing; with it, ${requirements.length} more MUST requirements can be judged`,
  )

function merged(before: unknown, added: readonly AddedLine[]): unknown {
  const root = { ...(before as Record<string, object | undefined>) }
  for (const { key, name, value } of added) root[key] = { ...root[key], [name]: value }
  return root
}

function addedTo(document: Document, source: string, added: readonly AddedLine[]): string {
  if (added.length === 0) return source
  for (const { key, name, value, comment } of added) {
    if (!document.has(key)) document.set(key, document.createNode({}))
    const map = document.get(key)
    if (!isMap(map))
      throw new NotWritable(`the value of ${key} is a YAML alias (*name), which Assay does not change`)
    const node = document.createNode(value)
    node.comment = ` ${comment}`
    map.set(name, node)
  }
  return document.toString({ lineWidth: 0 })
}

const isJson = (text: string) => text.trimStart().startsWith('{')

/** Replaces the comment of an earlier examination. */
function withoutRemarks(text: string): string {
  const lines = text.split('\n')
  // Only whole lines: a deployment may write the same words into a remark.
  const start = lines.indexOf(BEGIN)
  const end = lines.indexOf(END, start)
  if (start < 0 || end < 0) return text
  const before = lines.slice(0, start).join('\n').replace(/\n*$/, '\n')
  return before + lines.slice(end + 1).join('\n')
}

function withRemarks(text: string, remarks: readonly string[]): string {
  if (remarks.length === 0) return text
  const body = remarks.map((remark) => `#   ${remark}`)
  return `${text.replace(/\n*$/, '\n')}\n${[BEGIN, ...body, END].join('\n')}\n`
}
