/**
 * CNV-02 and further schema errors: bodies have the shape that the contract shows; identifiers, timestamps and amounts
 * have their format (CNV-03 to CNV-05); a field without a value is omitted instead of null (CNV-11).
 */
import type { OperationName, RequirementId } from '../generated/catalogue.ts'
import { isRecord } from '../invariants/observation.ts'
import type { Finding } from '../model.ts'
import { amounts } from './amounts.ts'
import { isWithinCurrency } from '../rate-of-quote.ts'
import { itemsOf, nodesOf, valueAtPointer } from './body.ts'
import { identifiers } from './identifiers.ts'
import { NOTHING, type ResponseRule } from './rule.ts'
import { timestamps } from './timestamps.ts'
import { validatorOf, type SchemaError, type Validate } from './validators.ts'
import { withoutNulls } from './without-nulls.ts'
import { withShortArrays } from './with-short-arrays.ts'

export const SHAPE = 'CNV-02' satisfies RequirementId
const NULLS = 'CNV-11' satisfies RequirementId

/** An error has the first error shape with its fields. */
const FORMS = [identifiers, amounts, timestamps] as const

/** Operations whose response the contract shows (Endpoints 1 to 3); any other may return anything. */
const SHOWN: ReadonlySet<OperationName | undefined> = new Set<OperationName>([
  'verifyPlatformExternalAccountOwnership',
  'listAgentActions',
  'createAgentQuote',
])

export const isShownResponse = (operation: OperationName | undefined): boolean => SHOWN.has(operation)

export const shape: ResponseRule = ({ operation, status, body, contract }) => {
  const validate = validatorOf(operation, status, contract.validator)
  if (!validate || isStub(operation, body)) return NOTHING
  const short = withShortArrays(body)
  const bare = withoutNulls(short)
  const findings = errorsOf(validate, bare)
    .filter((error) => !isImpliedRate(error, bare))
    .map(toFinding)
  return {
    judged: judgedIn(operation, body),
    findings: bare === short ? findings : [...findings, ...nullFindings(validate, short, findings)],
  }
}

/** The rules that this body could violate. */
function judgedIn(operation: OperationName | undefined, body: unknown): readonly RequirementId[] {
  const items = itemsOf(body)
  if (!SHOWN.has(operation) && !items.some(isRecognised))
    return items.some(isIdentified) ? [identifiers.requirement] : []
  const keys = [...nodesOf(body)].flatMap(({ value }) => Object.keys(value))
  const forms = FORMS.filter(({ isKey }) => keys.some(isKey)).map(({ requirement }) => requirement)
  return [SHAPE, NULLS, ...forms]
}

const isIdentified = (item: unknown) => isRecord(item) && Object.hasOwn(item, 'id')
const isRecognised = (item: unknown) =>
  isRecord(item) && /^(?:Quote|ExternalAccount|AgentAction|Transaction):/.test(String(item.id))

/** Operations that return external accounts; others may name one with other fields. */
const OF_ACCOUNTS = /^(?:get|list)/

/** A response that the contract does not show: it names an external account and has none of its fields. */
const isStub = (operation: OperationName | undefined, body: unknown): boolean =>
  !SHOWN.has(operation) &&
  !OF_ACCOUNTS.test(operation ?? '') &&
  isRecord(body) &&
  String(body.id).startsWith('ExternalAccount:') &&
  !['accountInfo', 'currency', 'status'].some((field) => Object.hasOwn(body, field))

/** Fields that the contract omits when they have no value (Quote, scaChallenge). */
const OMITTED = /\/scaChallenge$/

/** Fields that are null against their schema, and have no other error. */
function nullFindings(validate: Validate, body: unknown, others: readonly Finding[]): readonly Finding[] {
  const nulls = errorsOf(validate, body).filter(
    ({ keyword, instancePath }) => keyword === 'type' && valueAtPointer(body, instancePath) === null,
  )
  return [...new Set(nulls.map(({ instancePath }) => instancePath))]
    .filter((at) => !others.some((other) => other.at === (at || '/')))
    .map((at) => ({
      requirement: OMITTED.test(at) ? SHAPE : NULLS,
      at: at || '/',
      message: OMITTED.test(at) ? 'omitted where there is none, and not null' : 'null; better left out',
    }))
}

const errorsOf = (validate: Validate, body: unknown): readonly SchemaError[] =>
  validate(body) ? [] : (validate.errors ?? []).filter(isCause)

/** `anyOf`, `if` and similar keywords only repeat the errors of their branches. */
const isCause = ({ keyword }: SchemaError) => !['anyOf', 'oneOf', 'allOf', 'if', '$ref'].includes(keyword)

/** A quote within one currency needs no rate. */
const isImpliedRate = ({ instancePath, params }: SchemaError, body: unknown): boolean =>
  params.missingProperty === 'exchangeRate' && isWithinCurrency(valueAtPointer(body, instancePath))

function toFinding(error: SchemaError): Finding {
  const { instancePath, keyword, message, params } = error
  for (const { requirement, messageOf } of FORMS) {
    const expected = messageOf(error)
    if (expected !== undefined) return { requirement, at: instancePath, message: expected }
  }
  const at =
    keyword === 'required' ? `${instancePath}/${String(params.missingProperty)}` : instancePath || '/'
  const allowed = Array.isArray(params.allowedValues)
    ? `: ${params.allowedValues.slice(0, 12).join(', ')}`
    : ''
  return { requirement: SHAPE, at, message: `${message ?? keyword}${allowed}` }
}
