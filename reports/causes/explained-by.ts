/**
 * Finds groups that are only a consequence of another group. Each function tests one reason, and returns the group that
 * explains the given one. Pure.
 */
import { invariants } from '../../spec/invariants/check-invariants.ts'
import type { Exchange } from '../../spec/judgement.ts'
import { guiltyOf, requirementsOf, type Explains, type Group } from './group.ts'
import { fieldOf } from './symptoms-of.ts'
import { flowOf, statusSeen, template, type Kind, type Symptom } from './symptom.ts'

const laws: ReadonlySet<string> = new Set(invariants.map(({ requirement }) => requirement))

const largest = (groups: readonly Group[]): Group | undefined =>
  groups.toSorted((one, other) => requirementsOf(other).length - requirementsOf(one).length)[0]

/** Larger, or as large and before it: of two groups that belong together the smaller one goes into the larger. */
const isBefore = (one: Group, other: Group): boolean => {
  const more =
    requirementsOf(one).length - requirementsOf(other).length || one.symptoms.length - other.symptoms.length
  return more > 0 || (more === 0 && one.head.key < other.head.key)
}

const leading = (
  group: Group,
  others: readonly Group[],
  belongs: (other: Group) => boolean,
): Group | undefined => largest(others.filter((other) => isBefore(other, group) && belongs(other)))

const is = ({ head }: Group, ...kinds: readonly Kind[]): boolean => kinds.includes(head.kind)
const sharesRequirement = (one: Group, other: Group): boolean => {
  const ids = new Set(requirementsOf(one))
  return requirementsOf(other).some((id) => ids.has(id))
}
const operationsOf = ({ symptoms }: Group): ReadonlySet<string> =>
  new Set(
    symptoms.flatMap(({ operation, guilty }) =>
      [operation, ...guilty.map((each) => each.operation)].flatMap((name) => name ?? []),
    ),
  )

/** An attempt in which the server crashed shows nothing else. */
export const afterCrash: Explains = (group, others) => {
  if (is(group, 'crash', 'rule')) return undefined
  const crashes = others.filter((other) => is(other, 'crash'))
  if (crashes.length === 0) return undefined
  const crashed = (symptom: Symptom) =>
    symptom.attempt.filter(({ kind, response }) => kind === 'contract' && (response?.status ?? 0) >= 500)
  return crashes.find(({ head }) =>
    group.symptoms.every((symptom) => crashed(symptom).some(({ operation }) => operation === head.operation)),
  )
}

/** A step that failed, and what was never shown, follow from the failure of the same operation. */
export const failedStep: Explains = (group, others) => {
  const { head: first } = group
  if (!is(group, 'step', 'control', 'state')) return undefined
  const needed = /^(?:accepted|listed|changed) (\w+)/.exec(first.lacking ?? '')?.[1]
  const names = [needed, ...first.guilty.map(({ operation }) => operation)].flatMap((name) => name ?? [])
  const status = first.guilty[0]?.response?.status ?? 400
  const ofSame = others.filter((other) => names.some((name) => operationsOf(other).has(name)))
  const failing: readonly Kind[] =
    status >= 400 ? ['crash', 'rejects', 'error', 'request'] : ['field', 'value', 'accepts', 'error', 'name']
  const guilty = guiltyOf(group)
  return (
    largest(ofSame.filter((other) => is(other, ...failing))) ??
    largest(others.filter((other) => is(other, 'rule') && [...guiltyOf(other)].some((id) => guilty.has(id))))
  )
}

/** A check blocked by what it saw follows from a failure, in the same flow, of an operation that it called. */
export const blockedInFlow: Explains = (group, others) => {
  if (!is(group, 'step', 'block') || group.symptoms.some(({ attempt }) => attempt.length === 0))
    return undefined
  const called = group.symptoms.map(({ attempt }) => new Set(attempt.map(({ operation }) => operation)))
  const flow = flowOf(group.head.requirements[0])
  return largest(
    others.filter(
      ({ head }) =>
        !head.isBlocked &&
        head.kind !== 'rule' &&
        flowOf(head.requirements[0]) === flow &&
        called.every((names) => names.has(head.operation)),
    ),
  )
}

/** What is not found under an identifier of a wrong form follows from that form, as does a check of the form. */
export const badIdentifier: Explains = (group, others) => {
  const isNotFound = group.head.guilty.at(-1)?.response?.status === 404 || /\b404\b/.test(group.head.message)
  const isForm = is(group, 'value') && group.head.violation?.at.endsWith(' identifier') === true
  if (!isForm && !(is(group, 'rejects', 'request', 'step', 'block') && isNotFound)) return undefined
  return others.find((other) => {
    const bad = guiltyOf(other)
    return (
      other.head.finding?.requirement === IDENTIFIERS &&
      group.symptoms.every(({ attempt }) => attempt.some(({ id }) => bad.has(id)))
    )
  })
}

const IDENTIFIERS = 'CNV-03'

/** A violation that a suspected name explains is not a separate problem. */
export const suspectedName: Explains = (group, others) =>
  others.find(({ symptoms }) => symptoms.some(({ otherwise }) => otherwise === group.head.key))

/** A response rule repeats the violation of a check on the same responses. */
export const sameResponses: Explains = (group, others) => {
  if (!is(group, 'rule')) return undefined
  const guilty = [...guiltyOf(group)]
  const isLaw = laws.has(group.head.requirements[0]!)
  const field = fieldOf(group.head.finding?.at ?? '')
  const ofChecks = others.filter(({ head }) => head.kind !== 'rule' && !head.isBlocked)
  const operations = operationsOf(group)
  return (
    largest(
      ofChecks.filter((other) => {
        const theirs = guiltyOf(other)
        return guilty.length > 0 && guilty.filter((id) => theirs.has(id)).length * 2 >= guilty.length
      }),
    ) ??
    largest(
      ofChecks.filter((other) => {
        const isOfOperation = [...operationsOf(other)].some((name) => operations.has(name))
        const isSameField = isOfField(other.head, field)
        return isLaw ? isOfOperation || isSameField : isOfOperation && isSameField
      }),
    )
  )
}

const isOfField = ({ violation }: Symptom, field: string) =>
  violation?.at.split(', ').some((at) => at.split('.').at(-1) === field) === true

/** Several mistakes in the shape of one field are one mistake. */
export const sameField: Explains = (group, others) => {
  const { finding } = group.head
  if (finding === undefined) return undefined
  const guilty = guiltyOf(group)
  return leading(group, others, (other) => {
    if (other.head.finding === undefined) return false
    const isSame = fieldOf(other.head.finding.at) === fieldOf(finding.at)
    const isSameRule = other.head.finding.requirement === finding.requirement
    const theirs = guiltyOf(other)
    const isShared = [...guilty].some((id) => theirs.has(id))
    return isSameRule ? laws.has(finding.requirement) || isSame || isShared : isSame && isShared
  })
}

/** A field below another one, or in a list and alone: `agentId` and `transaction.agentId`. */
export const sameEnd: Explains = (group, others) => {
  const { violation, operation, requirements } = group.head
  if (violation === undefined || !is(group, 'field')) return undefined
  const ends = (one: string, other: string) => one === other || one.endsWith(`.${other}`)
  return leading(group, others, (other) => {
    if (other.head.violation === undefined || !is(other, 'field')) return false
    const isNear =
      other.head.operation === operation || flowOf(other.head.requirements[0]) === flowOf(requirements[0])
    return (
      isNear && (ends(other.head.violation.at, violation.at) || ends(violation.at, other.head.violation.at))
    )
  })
}

/** One requirement that several operations violate in the same way. */
export const sameRequirement: Explains = (group, others) => {
  const way = wayOf(group)
  if (way === undefined) return undefined
  const alike = leading(group, others, (other) => wayOf(other) === way && sharesRequirement(group, other))
  if (alike || !is(group, 'value')) return alike
  return largest(
    others.filter(
      (other) =>
        is(other, 'accepts', 'error', 'code', 'rejects') &&
        other.head.operation === group.head.operation &&
        sharesRequirement(group, other),
    ),
  )
}

function wayOf({ head }: Group): string | undefined {
  const status = head.violation && statusSeen(head.violation)
  if (status) return `${head.kind} ${status.found >= 400 ? status.found : 'accepted'}`
  return ['field', 'value', 'code'].includes(head.kind)
    ? head.kind === 'code'
      ? 'code'
      : 'value'
    : undefined
}

/** The same violation in several operations has one place in the implementation. */
export const sameWords: Explains = (group, others) => {
  const words = wordsOf(group.head)
  return words === undefined ? undefined : leading(group, others, (other) => wordsOf(other.head) === words)
}

function wordsOf({ kind, violation, requirements }: Symptom): string | undefined {
  if (violation === undefined) return undefined
  const { at, expected, actual } = violation
  const flow = flowOf(requirements[0])
  const status = statusSeen(violation)
  if (kind === 'error' || (kind === 'rejects' && [401, 403].includes(status?.found ?? 0)))
    return `${kind} ${actual}`
  if (kind === 'code') return `code ${flow} ${CODE.exec(actual)?.[0] ?? actual}`
  if (kind === 'crash') return `crash ${flow} ${template(actual)}`
  if (kind === 'accepts') return `accepts ${flow} ${expected} ${template(actual)}`
  if (kind === 'field' && [expected, actual].every((value) => /^"[A-Z_]+"$/.test(value)))
    return `field ${at} ${expected} ${actual}`
  if (kind === 'field') return `field ${flow} ${at}`
  if (kind === 'value' && at.includes(' ')) return `value ${flow} ${at}`
  return kind === 'value' ? `value ${flow} ${template(expected)} ${template(actual)}` : undefined
}

const CODE = /[A-Z]{3,}(?:_[A-Z]+)*/

/** The same values instead of the same expected ones, in any observation. */
export const sameValues: Explains = (group, others) => {
  const values = valuesOf(group)
  return values === undefined
    ? undefined
    : leading(
        group,
        others,
        (other) => valuesOf(other) === values && (is(group, 'value') || is(other, 'value')),
      )
}

function valuesOf(group: Group): string | undefined {
  const { violation, requirements } = group.head
  const isAmount =
    violation && /\d{3}/.test(violation.expected + violation.actual) && is(group, 'field', 'value')
  return isAmount ? `${flowOf(requirements[0])} ${violation.expected} ${violation.actual}` : undefined
}

/** A read that shows what a write did wrong follows from that write. */
export const shownByRead: Explains = (group, others) => {
  if (!is(group, 'field', 'value')) return undefined
  const flow = flowOf(group.head.requirements[0])
  const writers = group.symptoms.map(writerOf)
  return largest(
    others.filter(
      (other) =>
        is(other, 'accepts', 'rejects', 'error', 'field', 'value') &&
        flowOf(other.head.requirements[0]) === flow &&
        isWrite(other.head.guilty[0]) &&
        writers.every(
          (writer) => writer?.operation !== undefined && operationsOf(other).has(writer.operation),
        ),
    ),
  )
}

const isWrite = (exchange: Exchange | undefined): boolean =>
  exchange?.kind === 'contract' && exchange.request.method !== 'GET'

/** The last write before the read that shows the symptom; undefined: a write shows it itself. */
function writerOf({ guilty, attempt }: Symptom): Exchange | undefined {
  const [read] = guilty
  if (read === undefined || isWrite(read)) return undefined
  return attempt.slice(0, attempt.indexOf(read)).findLast(isWrite)
}

/** Reads that show what one write did wrong. What is created before a list is read has done nothing wrong. */
export const sameWrite: Explains = (group, others) => {
  const write = onlyWriter(group)
  return write === undefined ? undefined : leading(group, others, (other) => onlyWriter(other) === write)
}

function onlyWriter(group: Group): string | undefined {
  const writers = new Set(group.symptoms.map((symptom) => writerOf(symptom)?.operation))
  const [writer] = writers
  const isTold =
    is(group, 'field', 'value') && writers.size === 1 && !/^(?:create|execute)/.test(writer ?? 'create')
  return isTold ? `${flowOf(group.head.requirements[0])} ${writer}` : undefined
}

/** The observation of a check after an operation accepted a request that it must reject. */
export const afterAccepting: Explains = (group, others) => {
  if (!is(group, 'value')) return undefined
  const flow = flowOf(group.head.requirements[0])
  return largest(
    others.filter(
      ({ head }) =>
        head.kind === 'accepts' &&
        head.operation === group.head.operation &&
        flowOf(head.requirements[0]) === flow &&
        isWrite(head.guilty[0]),
    ),
  )
}

/** Later operations cannot distinguish resources that an operation gives the same name. */
export const sameName: Explains = (group, others) => {
  if (!is(group, 'rejects', 'request', 'field', 'value')) return undefined
  const flow = flowOf(group.head.requirements[0])
  const called = group.symptoms.map(({ attempt }) => new Set(attempt.map(({ operation }) => operation)))
  return others.find(
    ({ head }) =>
      head.kind === 'value' &&
      head.operation !== undefined &&
      namesAlike(head) &&
      flowOf(head.requirements[0]) === flow &&
      called.every((names) => names.has(head.operation)),
  )
}

/** Two identifiers, codes or tokens are equal although they must differ. Statuses do not count. */
const namesAlike = ({ violation }: Symptom): boolean =>
  violation !== undefined &&
  violation.expected === `not ${violation.actual}` &&
  /^"[^"\s]*[\da-z][^"\s]*"$/.test(violation.actual)

/**
 * An operation that accepts what it must reject, and rejects what it must accept, decides by the wrong thing; so does one
 * that rejects what it must accept with several statuses.
 */
export const sameDecision: Explains = (group, others) => {
  if (!is(group, 'accepts', 'rejects') || group.head.operation === undefined) return undefined
  const kinds: readonly Kind[] = is(group, 'rejects') ? ['rejects'] : ['accepts', 'rejects']
  const flow = flowOf(group.head.requirements[0])
  return largest(
    others.filter(
      (other) =>
        is(other, ...kinds) &&
        other.head.operation === group.head.operation &&
        flowOf(other.head.requirements[0]) === flow &&
        (!is(other, group.head.kind) || isBefore(other, group)),
    ),
  )
}

/** A read with wrong results affects every observation. Two fields are two problems. */
export const sameRead: Explains = (group, others) => {
  const [read] = group.head.guilty
  if (!is(group, 'value') || read === undefined || isWrite(read)) return undefined
  const flow = flowOf(group.head.requirements[0])
  const ofRead = others.filter(
    (other) =>
      is(other, 'field', 'value') &&
      other.head.operation === group.head.operation &&
      flowOf(other.head.requirements[0]) === flow,
  )
  return largest(ofRead.filter((other) => is(other, 'field') || isBefore(other, group)))
}

/**
 * A recommendation is tested after the rules that must hold: it follows from a failure of an operation that was called.
 */
export const recommended: Explains = (group, others) => {
  if (!group.symptoms.every(({ isWarning, attempt }) => isWarning && attempt.length > 0)) return undefined
  const called = group.symptoms.map(({ attempt }) => new Set(attempt.map(({ operation }) => operation)))
  const flow = flowOf(group.head.requirements[0])
  return largest(
    others.filter(
      ({ head }) =>
        !head.isBlocked &&
        head.operation !== undefined &&
        head.isWarning !== true &&
        flowOf(head.requirements[0]) === flow &&
        called.every((names) => names.has(head.operation)),
    ),
  )
}

/** Credentials are read in one place for all operations of a flow; from three operations on, for all. */
export const sameCredentials: Explains = (group, others) => {
  const accepts = (one: Group) => is(one, 'accepts') && one.head.key.endsWith('credentials')
  if (!accepts(group)) return undefined
  const flow = flowOf(group.head.requirements[0])
  const isEverywhere = others.filter(accepts).length >= 2
  return leading(
    group,
    others,
    (other) => accepts(other) && (isEverywhere || flowOf(other.head.requirements[0]) === flow),
  )
}
