/**
 * Judges one response by the rules that hold for all (area `conventions`). Pure: what is wrong, where, and which of
 * the rules could have been broken at all, since a rule with nothing to break has not been kept.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { compileFunction } from 'node:vm'
import {
  errorCatalogue,
  operations,
  type ErrorStatus,
  type OperationName,
  type RequirementId,
} from './generated/catalogue.ts'
import { UTC_TIMESTAMP, resourceId } from './formats.ts'
import type { Finding, OperationBinding } from './model.ts'

interface SchemaError {
  readonly instancePath: string
  readonly keyword: string
  readonly message?: string
  readonly params: Readonly<Record<string, unknown>>
}

interface Validate {
  (body: unknown): boolean
  errors?: readonly SchemaError[] | null
}

type Validators = Readonly<Record<string, Validate>>

let loaded: Validators | undefined

/** Loaded where something is judged: not every process of a run does, and they are two megabytes of code. */
const validators = (): Validators => (loaded ??= load(new URL('./generated/validators.cjs', import.meta.url)))

/**
 * What `require` does, but for the hooks in it: the engine's would translate the file in every worker that comes to it,
 * which takes as long as the checks do, while nothing else in the worker goes on.
 */
function load(url: URL): Validators {
  const filename = fileURLToPath(url)
  const module = { exports: {} }
  const evaluate = compileFunction(readFileSync(filename, 'utf8'), ['module', 'exports', 'require'], {
    filename,
  })
  evaluate(module, module.exports, createRequire(url))
  return module.exports
}

const SHAPE = 'CNV-02' satisfies RequirementId
const CONTENT_TYPE = 'CNV-01' satisfies RequirementId
const IDENTIFIERS = 'CNV-03' satisfies RequirementId
const TIMESTAMPS = 'CNV-04' satisfies RequirementId
const AMOUNTS = 'CNV-05' satisfies RequirementId
const ERROR_BODY = 'CNV-06' satisfies RequirementId
const ERROR_CODE = 'CNV-07' satisfies RequirementId
const ONE_MEANING = 'CNV-08' satisfies RequirementId
const ERROR_STATUS = 'CNV-09' satisfies RequirementId
const CURRENCIES = 'CNV-10' satisfies RequirementId
const NULLS = 'CNV-11' satisfies RequirementId
const STATUS_IN_BODY = 'CNV-12' satisfies RequirementId

/** Operations whose response the contract shows (Endpoints 1 to 3); any other may return anything. */
const SHOWN: ReadonlySet<OperationName | undefined> = new Set<OperationName>([
  'verifyPlatformExternalAccountOwnership',
  'listAgentActions',
  'createAgentQuote',
])

/** A response as far as it is judged here. `body` is undefined when there is none. */
export interface RespondedWith {
  readonly status: number
  readonly contentType: string | undefined
  /** The body as parsed, with what its bytes hold that parsing hides; or why it could not be parsed. */
  readonly body:
    | { readonly json: unknown; readonly oddities?: readonly Oddity[] }
    | { readonly problem: string }
    | undefined
}

/** Valid JSON, yet a reader may understand it otherwise than the sender. */
export interface Oddity {
  readonly kind: 'duplicate-key' | 'unsafe-number' | 'byte-order-mark'
  /** JSON pointer. */
  readonly at: string
  readonly message: string
}

export interface Judged {
  /** Rules that this response could have broken. */
  readonly judged: readonly RequirementId[]
  readonly findings: readonly Finding[]
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** true when the OpenAPI document describes a body for this operation and status. */
export const hasSchema = (operation: OperationName, status: number): boolean =>
  `${operation}_${status}` in validators()

/** Statuses under whose catalogue a code stands. */
export const catalogueCodeStatuses = (code: string): readonly number[] =>
  Object.entries(errorCatalogue).flatMap(([status, codes]) =>
    Object.hasOwn(codes, code) ? [Number(status)] : [],
  )

/** A page may repeat the same mistake a hundred times; of each rule the first ones tell. */
const FINDINGS_PER_RULE = 10

/**
 * What is wrong with a response, and which conventions it could have broken.
 *
 * @param operation undefined: none that is known answered; then only what holds for all is judged
 */
export function findingsOf(operation: OperationName | undefined, response: RespondedWith): Judged {
  const { judged, findings } = judge(operation, response)
  const counts = new Map<string, number>()
  return {
    judged,
    findings: findings.filter(({ requirement }) => {
      const count = (counts.get(requirement) ?? 0) + 1
      counts.set(requirement, count)
      return count <= FINDINGS_PER_RULE
    }),
  }
}

function judge(operation: OperationName | undefined, { status, contentType, body }: RespondedWith): Judged {
  if (!isOfTheContract(status)) return foreignStatus(status)
  if (body === undefined) return missingBody(operation, status)
  const findings: Finding[] = []
  const judged = new Set<RequirementId>([CONTENT_TYPE])
  if (!JSON_TYPE.test(contentType ?? '')) {
    findings.push({
      requirement: CONTENT_TYPE,
      at: 'header content-type',
      message: `expected application/json, found ${contentType ?? 'no content type'}`,
    })
  }
  if ('problem' in body) {
    findings.push({ requirement: CONTENT_TYPE, at: 'body', message: `the body is not JSON: ${body.problem}` })
    return { judged: [...judged], findings }
  }
  judged.add(ONE_MEANING)
  for (const { at, message, ...oddity } of body.oddities ?? []) {
    if (oddity.kind === 'unsafe-number' && !isExact(at, body.json)) continue
    findings.push({ requirement: ONE_MEANING, at: at || '/', message })
  }
  if (status >= 400) {
    judgeError(operation, status, body.json, judged, findings)
    return { judged: [...judged], findings }
  }
  judgeCurrencies(body.json, judged, findings)
  const validate = validatorOf(operation, status)
  if (validate) judgeShape(validate, operation, body.json, judged, findings)
  return { judged: [...judged], findings }
}

function judgeShape(
  validate: Validate,
  operation: OperationName | undefined,
  body: unknown,
  judged: Set<RequirementId>,
  findings: Finding[],
): void {
  if (isStub(operation, body)) return
  const short = withShortArrays(body)
  if (SHOWN.has(operation) || itemsOf(body).some(isRecognised)) {
    judged.add(SHAPE)
    judged.add(NULLS)
    collectForms(body, judged)
  } else if (itemsOf(body).some(isIdentified)) judged.add(IDENTIFIERS)
  const bare = withoutNulls(short)
  const problems = errorsOf(validate, bare).map(toFinding)
  findings.push(...problems)
  if (bare === short) return
  const nulls = errorsOf(validate, short).filter(
    ({ keyword, instancePath }) => keyword === 'type' && valueAt(body, instancePath) === null,
  )
  for (const at of new Set(nulls.map(({ instancePath }) => instancePath))) {
    if (problems.some((problem) => problem.at === (at || '/'))) continue
    findings.push({
      requirement: OMITTED.test(at) ? SHAPE : NULLS,
      at: at || '/',
      message: OMITTED.test(at) ? 'omitted where there is none, and not null' : 'null; better left out',
    })
  }
}

function errorsOf(validate: Validate, body: unknown): readonly SchemaError[] {
  return validate(body) ? [] : (validate.errors ?? []).filter(isCause)
}

/** What the contract says is omitted where there is none (Quote, scaChallenge). */
const OMITTED = /\/scaChallenge$/

/** The resources of a body: itself, or those of a list. */
function itemsOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body
  return isRecord(body) && Array.isArray(body.data) ? [body, ...(body.data as readonly unknown[])] : [body]
}

const isIdentified = (item: unknown) => isRecord(item) && Object.hasOwn(item, 'id')
const isRecognised = (item: unknown) =>
  isRecord(item) && /^(?:Quote|ExternalAccount|AgentAction|Transaction):/.test(String(item.id))

/** Operations that return external accounts as such; any other may name one, and tell something else of it. */
const OF_ACCOUNTS = /^(?:get|list)/

/** A response that the contract does not show, which names an external account and shows none of its fields. */
const isStub = (operation: OperationName | undefined, body: unknown): boolean =>
  !SHOWN.has(operation) &&
  !OF_ACCOUNTS.test(operation ?? '') &&
  isRecord(body) &&
  String(body.id).startsWith('ExternalAccount:') &&
  !['accountInfo', 'currency', 'status'].some((field) => Object.hasOwn(body, field))

/** The body without the members that are null: as if they had been left out. Where there are none, the body itself. */
function withoutNulls(body: unknown): unknown {
  if (!hasNullMember(body)) return body
  if (Array.isArray(body)) return body.map(withoutNulls)
  return Object.fromEntries(
    Object.entries(body as object).flatMap(([key, value]) =>
      value === null ? [] : [[key, withoutNulls(value)]],
    ),
  )
}

function hasNullMember(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  if (Array.isArray(body)) return body.some(hasNullMember)
  return Object.values(body).some((value) => value === null || hasNullMember(value))
}

/** What is wrong with a request body of the harness's own; empty where the document describes none. */
export function requestFindings(operation: OperationName, body: unknown): readonly string[] {
  const validate = validators()[`${operation}_request`]
  if (!validate || validate(body)) return []
  return (validate.errors ?? []).map(
    (error) => `${error.instancePath || '/'}: ${error.message ?? error.keyword}`,
  )
}

/** What gateways answer, and HTTP servers by themselves, whatever the service behind them. */
const OF_HTTP: readonly number[] = [405, 406, 408, 411, 413, 414, 415, 417, 421, 426, 429, 431]

/** Errors have five statuses (contract: Errors); of a response with another one nothing else is judged. */
function foreignStatus(status: number): Judged {
  if (status > 500 || OF_HTTP.includes(status)) return { judged: [], findings: [] }
  const message = `errors have the statuses ${Object.keys(errorCatalogue).join(', ')}, not ${status}`
  return { judged: [ERROR_STATUS], findings: [{ requirement: ERROR_STATUS, at: 'status', message }] }
}

/** A gateway's 429 or 503 is no response of the service that the contract describes. */
const isOfTheContract = (status: number) => status < 400 || Object.hasOwn(errorCatalogue, status)

/** A creation may be answered with any 2xx: the schema is that of the documented success. */
function validatorOf(operation: OperationName | undefined, status: number): Validate | undefined {
  return (
    validators()[`${operation}_${status}`] ??
    validators()[`${operation}_200`] ??
    validators()[`${operation}_201`]
  )
}

function missingBody(operation: OperationName | undefined, status: number): Judged {
  const promised =
    status >= 400
      ? Object.hasOwn(errorCatalogue, status)
      : operation !== undefined && SHOWN.has(operation) && hasSchema(operation, status)
  if (!promised) return { judged: [], findings: [] }
  const requirement = status >= 400 ? ERROR_BODY : SHAPE
  return {
    judged: [requirement],
    findings: [{ requirement, at: 'body', message: `a ${status} without a body` }],
  }
}

function judgeError(
  operation: OperationName | undefined,
  status: number,
  body: unknown,
  judged: Set<RequirementId>,
  findings: Finding[],
): void {
  const codes: Readonly<Record<string, string>> = errorCatalogue[status as ErrorStatus]
  judged.add(ERROR_STATUS)
  judged.add(ERROR_BODY)
  const shape = operation === undefined ? 'EITHER' : operations[operation].errors
  const problems = errorShapeProblems(shape, body)
  if (shape === 'PLATFORM' && status === 400) problems.push(...fieldErrorProblems(body))
  findings.push(...problems.map(({ at, message }) => ({ requirement: ERROR_BODY, at, message })))
  judgeStatusInBody(status, body, judged, findings)
  const code = isRecord(body) ? body.code : undefined
  if (typeof code !== 'string') return
  judged.add(ERROR_CODE)
  if (Object.hasOwn(codes, code)) return
  const elsewhere = catalogueCodeStatuses(code)
  findings.push({
    requirement: ERROR_CODE,
    at: '/code',
    message: `${code} is not a code of status ${status}; ${elsewhere.length ? `it belongs to ${elsewhere.join(', ')}` : 'the catalogue does not have it'}`,
  })
}

/** A number that can be no status of an error is a field of the deployment's own. */
function judgeStatusInBody(
  status: number,
  body: unknown,
  judged: Set<RequirementId>,
  findings: Finding[],
): void {
  const stated = isRecord(body) ? body.status : undefined
  if (typeof stated !== 'number' || stated < 400 || stated > 599) return
  judged.add(STATUS_IN_BODY)
  if (stated !== status) {
    findings.push({
      requirement: STATUS_IN_BODY,
      at: '/status',
      message: `the body says ${stated}, and the response has the status ${status}`,
    })
  }
}

interface Problem {
  readonly at: string
  readonly message: string
}

function errorShapeProblems(shape: OperationBinding['errors'], body: unknown): Problem[] {
  if (!isRecord(body)) return [{ at: '/', message: 'an error body is an object' }]
  const text =
    shape === 'PLATFORM' ? ['reason'] : shape === 'AGENT_LIST' ? ['message'] : ['reason', 'message']
  const problems: Problem[] = []
  if (typeof body.code !== 'string') problems.push({ at: '/code', message: 'code is required and a string' })
  if (!text.some((key) => typeof body[key] === 'string')) {
    problems.push({ at: `/${text[0]}`, message: `${text.join(' or ')} is required and a string` })
  }
  if (shape === 'AGENT_LIST' && !Number.isInteger(body.status)) {
    problems.push({ at: '/status', message: 'status is required and an integer' })
  }
  if (body.details !== undefined && body.details !== null && !isRecord(body.details)) {
    problems.push({ at: '/details', message: 'details is an object where it is given' })
  }
  return problems
}

/** `details.errors` of a 400, where it is given, is an array of FieldError (contract: Errors; Resources, FieldError). */
function fieldErrorProblems(body: unknown): readonly Problem[] {
  const errors = isRecord(body) && isRecord(body.details) ? body.details.errors : undefined
  if (errors === undefined || errors === null) return []
  if (!Array.isArray(errors)) return [{ at: '/details/errors', message: 'details.errors is an array' }]
  return (errors as readonly unknown[]).flatMap((error, index) => {
    const at = `/details/errors/${index}`
    if (!isRecord(error)) return [{ at, message: 'a field error is an object' }]
    const problems: Problem[] = []
    if (typeof error.field !== 'string') {
      problems.push({ at: `${at}/field`, message: 'field is required and a string' })
    }
    if (error.message !== undefined && typeof error.message !== 'string') {
      problems.push({ at: `${at}/message`, message: 'message is a string' })
    }
    return problems
  })
}

/** More elements than any array of the contract has (Limits, page size). */
const ELEMENTS_JUDGED = 200

/**
 * The body with arrays cut to their first elements: a validator that collects all errors takes time that grows with
 * their square, and a deployment may send ten thousands.
 */
function withShortArrays(body: unknown): unknown {
  if (!hasLongArray(body)) return body
  if (Array.isArray(body)) {
    const elements = (body.length > ELEMENTS_JUDGED ? body.slice(0, ELEMENTS_JUDGED) : body) as unknown[]
    return elements.map(withShortArrays)
  }
  return Object.fromEntries(
    Object.entries(body as object).map(([key, value]) => [key, withShortArrays(value)]),
  )
}

function hasLongArray(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  if (Array.isArray(body)) return body.length > ELEMENTS_JUDGED || body.some(hasLongArray)
  return Object.values(body).some(hasLongArray)
}

/** `anyOf`, `if` and the like only repeat what their branches said. */
const isCause = ({ keyword }: SchemaError) => !['anyOf', 'oneOf', 'allOf', 'if', '$ref'].includes(keyword)

function toFinding({ instancePath, keyword, message, params }: SchemaError): Finding {
  const pattern = keyword === 'pattern' ? String(params.pattern) : ''
  if (pattern === UTC_TIMESTAMP) {
    return { requirement: TIMESTAMPS, at: instancePath, message: 'expected an ISO 8601 timestamp in UTC' }
  }
  if (pattern.endsWith(resourceId().slice(-20))) {
    const type = pattern.slice(1, pattern.indexOf(':'))
    return {
      requirement: IDENTIFIERS,
      at: instancePath,
      message: `expected ${/^\w+$/.test(type) ? type : '<ResourceType>'}:<uuid>`,
    }
  }
  if (keyword === 'type') {
    const key = instancePath.slice(instancePath.lastIndexOf('/') + 1)
    if (params.type === 'integer' && !COUNTS.test(key)) {
      return { requirement: AMOUNTS, at: instancePath, message: 'expected an integer' }
    }
    if (TIMESTAMP_KEY.test(key)) {
      return { requirement: TIMESTAMPS, at: instancePath, message: 'expected an ISO 8601 timestamp in UTC' }
    }
    if (IDENTIFIER_KEY.test(key)) {
      return { requirement: IDENTIFIERS, at: instancePath, message: 'expected <ResourceType>:<uuid>' }
    }
  }
  const place =
    keyword === 'required' ? `${instancePath}/${String(params.missingProperty)}` : instancePath || '/'
  const allowed = Array.isArray(params.allowedValues)
    ? `: ${params.allowedValues.slice(0, 12).join(', ')}`
    : ''
  return { requirement: SHAPE, at: place, message: `${message ?? keyword}${allowed}` }
}

const TIMESTAMP_KEY = /(?:At|Time)$/
const AMOUNT_KEY = /(?:Amount|^amount|[fF]eesIncluded|^fees)$/
/** Of a form that the contract gives; the platform's own identifiers are any strings. */
const IDENTIFIER_KEY = /^(?:id|(?:agent|customer|account|quote|transaction)Id)$/
/** Integers that are no money: part of the shape. */
const COUNTS = /^(?:totalCount|decimals)$/

/** Integers of the contract; what a deployment adds may be a 64-bit number of its own. */
const INTEGER_PLACE =
  /\/(?:totalSendingAmount|totalReceivingAmount|(?:platformF|f)eesIncluded|(?:sent|received)Amount\/amount|fees|totalCount|decimals)$/
/** `lockedCurrencyAmount` at its limit (contract: Limits). */
const LARGEST_LOCKED_AMOUNT = 9_000_000_000_000_000

const isNextToLargest = (amount: unknown) =>
  typeof amount === 'number' && amount <= LARGEST_LOCKED_AMOUNT && amount > 0.999 * LARGEST_LOCKED_AMOUNT

/** Whether an integer at this place is held to what JSON numbers carry exactly. */
function isExact(at: string, body: unknown): boolean {
  if (!INTEGER_PLACE.test(at)) return false
  // What the other side comes to when the locked side is at its maximum, or next to it, is left open.
  const quote = valueAt(body, at.slice(0, at.lastIndexOf('/')))
  return !(isRecord(quote) && [quote.totalSendingAmount, quote.totalReceivingAmount].some(isNextToLargest))
}

/** Where the contract has a currency object (Resources, Quote and Transaction). */
const CURRENCY_PLACE = /\/(?:(?:sending|receiving)Currency|(?:sent|received)Amount\/currency)$/
/** Elsewhere a member of such a name may hold anything; one of these makes it a currency object. */
const CURRENCY_KEY = /(?:\/c|C)urrency$/
const OF_CURRENCIES = ['code', 'symbol', 'decimals'] as const

const isCurrency = (at: string, node: object): boolean =>
  CURRENCY_PLACE.test(at) ||
  (CURRENCY_KEY.test(at) && OF_CURRENCIES.some((member) => Object.hasOwn(node, member)))

/** Currency objects without their code or their decimals (contract: Conventions, monetary amounts). */
function judgeCurrencies(body: unknown, judged: Set<RequirementId>, findings: Finding[]): void {
  const pending: { readonly at: string; readonly node: unknown }[] = [{ at: '', node: body }]
  for (let seen = 0; pending.length > 0 && seen < 5_000; seen++) {
    const { at, node } = pending.pop()!
    if (typeof node !== 'object' || node === null) continue
    if (isRecord(node) && isCurrency(at, node)) {
      judged.add(CURRENCIES)
      if ((node.decimals ?? undefined) === undefined) {
        findings.push({
          requirement: CURRENCIES,
          at: `${at}/decimals`,
          message: 'a currency object carries it',
        })
      }
    }
    for (const [key, value] of Object.entries(node)) pending.push({ at: `${at}/${key}`, node: value })
  }
}

/** Adds the form rules that have something to be broken in this body. */
function collectForms(body: unknown, judged: Set<RequirementId>): void {
  const pending: unknown[] = [body]
  for (let seen = 0; pending.length > 0 && seen < 5_000; seen++) {
    const node = pending.pop()
    if (typeof node !== 'object' || node === null) continue
    for (const [key, value] of Object.entries(node)) {
      if (IDENTIFIER_KEY.test(key)) judged.add(IDENTIFIERS)
      if (TIMESTAMP_KEY.test(key)) judged.add(TIMESTAMPS)
      if (AMOUNT_KEY.test(key)) judged.add(AMOUNTS)
      pending.push(value)
    }
  }
}

/** The value at a JSON pointer as the validators give it. */
function valueAt(body: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null
          ? (value as Readonly<Record<string, unknown>>)[key.replaceAll('~1', '/').replaceAll('~0', '~')]
          : undefined,
      body,
    )
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
