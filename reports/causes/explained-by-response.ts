/** Groups that follow from another one, as the responses of their own attempts show. Pure. */
import { flowOf } from '../../spec/flow-of.ts'
import type { Exchange } from '../../spec/judgement.ts'
import type { Finding } from '../../spec/model.ts'
import { guiltyOf, requirementsOf, type Explains, type Group } from './group.ts'
import { isOfAllFlows, statusViolation, type Symptom } from './symptom.ts'
import { fieldOf } from './symptoms-of.ts'

/**
 * A check compares the place in which all its responses violate a response rule, or finds nothing where they lack a
 * property.
 */
export const brokenRule: Explains = (group, others) => {
  const guilty = [...guiltyOf(group)]
  if (group.head.kind === 'rule' || group.head.isBlocked || guilty.length === 0) return undefined
  return others.find((other) => {
    const { finding } = other.head
    const theirs = guiltyOf(other)
    return (
      finding !== undefined &&
      guilty.every((id) => theirs.has(id)) &&
      group.symptoms.every((symptom) => looksAt(symptom, finding.at) || lacks(symptom, finding))
    )
  })
}

const lacks = ({ violation }: Symptom, { message }: Finding) =>
  violation?.actual === 'nothing' && message.startsWith('must have required property')

/** The body of errors breaks the rule of error bodies: a check of these errors shows nothing else. */
export const brokenErrorBody: Explains = (group, others) => {
  const { kind, violation, isBlocked } = group.head
  const isMissing = kind === 'field' && violation?.actual === 'nothing'
  if (!(kind === 'value' || isMissing) || isBlocked) return undefined
  const isError = ({ response }: Exchange) => (response?.status ?? 0) >= 400
  return others.find((other) => {
    const theirs = guiltyOf(other)
    return (
      other.head.finding?.requirement === ERROR_BODY &&
      group.symptoms.every(
        ({ guilty }) => guilty.length > 0 && guilty.every((one) => isError(one) && theirs.has(one.id)),
      )
    )
  })
}

const ERROR_BODY = 'CNV-06'

/** A requirement is about the field that breaks a response rule in responses of its check. */
export const ruleOfField: Explains = (group, others) => {
  if (group.head.kind !== 'value' || group.head.isBlocked) return undefined
  const titles = group.symptoms.flatMap(({ rules }) => rules)
  return others.find((other) => {
    const { finding } = other.head
    const theirs = guiltyOf(other)
    return (
      finding !== undefined &&
      titles.some((title) => isNamedIn(title, fieldOf(finding.at))) &&
      group.symptoms.every(({ attempt, operation }) =>
        attempt.some((exchange) => exchange.operation === operation && theirs.has(exchange.id)),
      )
    )
  })
}

/** One error with its own code, such as 404 TOKEN_NOT_FOUND, in several operations of a flow. */
export const sameError: Explains = (group, others) => {
  const error = errorOf(group)
  if (error === undefined) return undefined
  const size = (one: Group) => requirementsOf(one).length
  return others
    .filter(
      (other) =>
        errorOf(other) === error && flowOf(other.head.requirements[0]) === flowOf(group.head.requirements[0]),
    )
    .filter(
      (other) =>
        size(other) > size(group) || (size(other) === size(group) && other.head.key < group.head.key),
    )
    .toSorted((one, other) => size(other) - size(one))[0]
}

/** The same wrong status and code of one operation, in the requirements of any area and of the error catalogue. */
export const sameResponse: Explains = (group, others) => {
  const response = wrongResponse(group)
  if (response === undefined) return undefined
  const order = (one: Group, other: Group) =>
    Number(isOfAllFlows(one.head)) - Number(isOfAllFlows(other.head)) ||
    requirementsOf(other).length - requirementsOf(one).length ||
    (one.head.key < other.head.key ? -1 : 1)
  return others
    .filter((other) => wrongResponse(other) === response && order(other, group) < 0)
    .toSorted(order)[0]
}

/** Operation, status and code of an error in place of another one; undefined: the group is about something else. */
function wrongResponse({ head: { kind, operation, violation } }: Group): string | undefined {
  if (!['error', 'code'].includes(kind) || operation === undefined) return undefined
  const error = /^\d{3} [A-Z_]+/.exec(violation?.actual.replaceAll('"', '') ?? '')?.[0]
  return error === undefined ? undefined : `${operation} ${error}`
}

/** Codes that do not name what is wrong. */
const GENERAL: ReadonlySet<string> = new Set([
  'INVALID_INPUT',
  'CONFLICT',
  'NOT_FOUND',
  'UNAUTHORIZED',
  'FORBIDDEN',
])

/** Status and code of the response that a group shows; undefined: there is none, or its code is general. */
function errorOf({ head, symptoms }: Group): string | undefined {
  if (!['rejects', 'request', 'code', 'step'].includes(head.kind)) return undefined
  const errors = new Set(symptoms.map(({ guilty }) => errorText(guilty.at(-1))))
  const [error] = errors
  return errors.size === 1 ? error : undefined
}

function errorText(exchange: Exchange | undefined): string | undefined {
  const { status = 0, body = '' } = exchange?.response ?? {}
  const code = status < 400 ? undefined : /"code"\s*:\s*"([A-Z_]+)"/.exec(body)?.[1]
  return code === undefined || GENERAL.has(code) ? undefined : `${status} ${code}`
}

function looksAt({ violation }: Symptom, place: string): boolean {
  if (violation === undefined) return false
  if (place === 'status') return statusViolation(violation) !== undefined
  const { at, expected, actual } = violation
  return isNamedIn(`${at} ${expected} ${actual}`, fieldOf(place))
}

/** Whether a text has the name of a field. */
export const isNamedIn = (text: string, field: string): boolean =>
  /^\w+$/.test(field) && new RegExp(String.raw`\b${field}\b`).test(text)

/** A check is blocked for want of a field that another check found missing. */
export const lacksField: Explains = (group, others) => {
  if (!group.head.isBlocked) return undefined
  return others.find(({ head: { kind, violation, requirements } }) => {
    const field = violation?.at.split('.').at(-1) ?? ''
    return (
      kind === 'field' &&
      violation?.actual === 'nothing' &&
      flowOf(requirements[0]) === flowOf(group.head.requirements[0]) &&
      group.symptoms.every(({ message }) => isNamedIn(message, field))
    )
  })
}

/** The observation of a check after an operation rejected all its conforming requests in the same way. */
export const afterRejecting: Explains = (group, others) => {
  if (group.head.kind !== 'value') return undefined
  const flow = flowOf(group.head.requirements[0])
  return others.find(({ head }) => {
    const status = head.violation && statusViolation(head.violation)
    if (head.kind !== 'rejects' || status === undefined || flowOf(head.requirements[0]) !== flow) return false
    return group.symptoms.every(({ attempt }) => {
      const own = attempt.filter(({ operation }) => operation === head.operation)
      return own.length > 0 && own.every(({ response }) => response?.status === status.found)
    })
  })
}
