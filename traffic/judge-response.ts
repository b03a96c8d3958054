/** Judges one recorded response by the response rules, as far as the recording is complete. Pure. */
import { parseJson, type ParsedJson } from '../fixtures/http/strict-json.ts'
import { findingsOf, type Finding, type Judged, type OperationName } from '../spec/index.ts'
import type { RecordedResponse } from './recorded-exchange.ts'

export interface JudgedResponse extends Judged {
  /** The body as JSON; undefined: missing, not JSON, or not recorded. */
  readonly json: unknown
}

/** Judged without a body. */
const STATUS_RULE = 'CNV-09'
const CONTENT_TYPE_RULE = 'CNV-01'

const NOTHING: Judged = { judged: [], findings: [] }
const LABEL = '«redacted:'

/** @param recordedFindings of a run: they count if its recording lacks part of the body; undefined: none */
export function judgeResponse(
  operation: OperationName | undefined,
  { status, headers, body, isExact }: RecordedResponse,
  recordedFindings: readonly Finding[] | undefined,
): JudgedResponse {
  const isOfARun = recordedFindings !== undefined
  // A redirect or an upgrade is between the client and the servers on the way.
  if (!isOfARun && (status < 200 || (status >= 300 && status < 400))) return { ...NOTHING, json: undefined }
  const contentType = headers?.['content-type']
  if (body === 'unseen') {
    if (isOfARun) return { ...asRecorded(recordedFindings), json: undefined }
    return {
      ...only(STATUS_RULE, findingsOf(operation, { status, contentType, body: undefined })),
      json: undefined,
    }
  }
  if (body === 'none')
    return { ...findingsOf(operation, { status, contentType, body: undefined }), json: undefined }
  const parsed = parseJson(body)
  const judged = findingsOf(operation, { status, contentType, body: toBody(parsed) })
  const json = parsed.ok ? parsed.value : undefined
  return {
    ...reliable(judged, { json, isParsed: parsed.ok, isExact, hasHeaders: headers !== undefined }),
    json,
  }
}

const toBody = (parsed: ParsedJson) =>
  parsed.ok ? { json: parsed.value, oddities: parsed.warnings } : { problem: parsed.problem }

const asRecorded = (findings: readonly Finding[]): Judged => ({
  judged: [...new Set(findings.map(({ requirement }) => requirement))] as Judged['judged'],
  findings,
})

const only = (rule: string, { judged, findings }: Judged): Judged => ({
  judged: judged.filter((requirement) => requirement === rule),
  findings: findings.filter(({ requirement }) => requirement === rule),
})

/** Without violations that the recorder may have caused. */
function reliable(
  { judged, findings }: Judged,
  how: {
    readonly json: unknown
    readonly isParsed: boolean
    readonly isExact: boolean
    readonly hasHeaders: boolean
  },
): Judged {
  const kept = findings.filter(({ requirement, at }) => {
    if (requirement === CONTENT_TYPE_RULE && at === 'header content-type') return how.hasHeaders
    if (requirement === CONTENT_TYPE_RULE && at === 'body') return how.isExact
    return !isRedacted(how.json, at)
  })
  const isBlind = !how.hasHeaders || (!how.isParsed && !how.isExact)
  return {
    judged: judged.filter(
      (requirement) =>
        requirement !== CONTENT_TYPE_RULE ||
        !isBlind ||
        kept.some((finding) => finding.requirement === CONTENT_TYPE_RULE),
    ),
    findings: kept,
  }
}

/** Whether a label replaces the value: it is a string for any type of value. */
function isRedacted(json: unknown, pointer: string): boolean {
  const value = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .filter((key) => key !== '')
    .reduce<unknown>(
      (node, key) =>
        typeof node === 'object' && node !== null && Object.hasOwn(node, key)
          ? (node as Readonly<Record<string, unknown>>)[key]
          : undefined,
      json,
    )
  return typeof value === 'string' && value.includes(LABEL)
}
