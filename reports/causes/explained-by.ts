/**
 * Finds groups that are only a consequence of another group. Each function tests one reason, and returns the group that
 * explains the given one. Pure.
 */
import { flowOf } from '../../spec/flow-of.ts'
import { invariants } from '../../spec/invariants/check-invariants.ts'
import type { Exchange } from '../../spec/judgement.ts'
import type { Finding } from '../../spec/model.ts'
import { guiltyOf, requirementsOf, type Explains, type Group } from './group.ts'
import { isNamedIn } from './explained-by-response.ts'
import { fieldOf } from './symptoms-of.ts'
import {
  PAGE_FIELDS,
  isContradiction,
  isOfNothing,
  isWrite,
  statusViolation,
  template,
  wrongAmount,
  type Kind,
  type Symptom,
} from './symptom.ts'

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

/** Response rules belong to all flows. */
const flowsOf = (group: Group): ReadonlySet<string> =>
  new Set(
    requirementsOf(group)
      .map(flowOf)
      .filter((flow) => flow !== EVERY_FLOW),
  )
const EVERY_FLOW = 'CNV'

const sharesFlow = (one: Group, other: Group): boolean => {
  const flows = flowsOf(one)
  return [...flowsOf(other)].some((flow) => flows.has(flow))
}

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

/** A failed step and missing witnesses follow from the failure of the same operation. */
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
  const isUnchanged = first.lacking?.startsWith('changed ') === true
  return (
    largest(ofSame.filter((other) => is(other, ...failing))) ??
    largest(
      others.filter(
        (other) => isUnchanged && other.symptoms.some(({ guilty: [seen] }) => seen?.operation === needed),
      ),
    ) ??
    largest(others.filter((other) => is(other, 'rule') && [...guiltyOf(other)].some((id) => guilty.has(id))))
  )
}

/**
 * A check blocked by what it saw follows from a failure, in the same flow, of an operation that it called, or after the
 * operation that did not show what it needs.
 */
export const blockedInFlow: Explains = (group, others) => {
  if (!is(group, 'step', 'block') || group.symptoms.some(({ attempt }) => attempt.length === 0))
    return undefined
  const called = group.symptoms.map(({ attempt }) => new Set(attempt.map(({ operation }) => operation)))
  const flow = flowOf(group.head.requirements[0])
  const isOfStep = ({ operation }: Exchange) => operation !== undefined && operation === group.head.operation
  return largest(
    others.filter(
      ({ head, symptoms }) =>
        !head.isBlocked &&
        head.kind !== 'rule' &&
        flowOf(head.requirements[0]) === flow &&
        (called.every((names) => names.has(head.operation)) ||
          (is(group, 'step') && symptoms.every(({ attempt }) => attempt.some(isOfStep)))),
    ),
  )
}

/**
 * A resource that is not found under an identifier of the wrong form follows from that form. So does a check of the
 * form.
 */
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

/** A repeated request that the deployment does not recognize, because it ignores the header that repeats it. */
export const ignoredHeader: Explains = (group, others) => {
  const repeats = ({ guilty: [guilty], attempt }: Symptom, header: string) => {
    const value = guilty && headerOf(guilty, header)
    return (
      value !== undefined &&
      attempt.some((one) => one !== guilty && (headerOf(one, header) === value || isFromState(one, value)))
    )
  }
  return others.find((other) => {
    const header = is(other, 'name') ? /called ([\w-]+)\?/.exec(other.head.next ?? '')?.[1] : undefined
    return header !== undefined && group.symptoms.every((symptom) => repeats(symptom, header))
  })
}

/** A provider state has sent the first request. */
const isFromState = ({ kind, response }: Exchange, value: string) =>
  kind === 'state' && response?.body.includes(value) === true

const headerOf = ({ request }: Exchange, name: string) =>
  Object.entries(request.headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]

/** A rule that no response could break was not judged because the checks that show it are blocked. */
export const neverShown: Explains = (group, others) => {
  const isUnjudged = is(group, 'block') && group.symptoms.every(({ attempt }) => attempt.length === 0)
  if (!isUnjudged || !requirementsOf(group).every((id) => laws.has(id))) return undefined
  const blocking = (other: Group) => other.symptoms.some(({ isBlocked }) => isBlocked)
  return largest(others.filter((other) => !other.head.isBlocked && blocking(other)))
}

/** A response rule repeats the violation of a check on the same responses. */
export const sameResponses: Explains = (group, others) => {
  if (!is(group, 'rule')) return undefined
  const guilty = [...guiltyOf(group)]
  const isLaw = laws.has(group.head.requirements[0]!)
  const field = fieldOf(group.head.finding?.at ?? '')
  const ofChecks = others.filter(({ head }) => head.kind !== 'rule' && !head.isBlocked)
  const operations = operationsOf(group)
  const hasMost = (ids: ReadonlySet<string>) =>
    guilty.length > 0 && guilty.filter((id) => ids.has(id)).length * 2 >= guilty.length
  const isOfOperation = (other: Group) => [...operationsOf(other)].some((name) => operations.has(name))
  const isSameField = ({ head }: Group) =>
    isOfField(head, field) || (isLaw && head.rules.some((rule) => isNamedIn(rule, field)))
  const bySeen = largest(ofChecks.filter((other) => hasMost(guiltyOf(other))))
  if (bySeen || !isLaw)
    return bySeen ?? largest(ofChecks.filter((other) => isOfOperation(other) && isSameField(other)))
  return (
    largest(ofChecks.filter(isSameField)) ??
    largest(
      ofChecks.filter(
        (other) =>
          isOfOperation(other) &&
          (PAGE_FIELDS.has(field) || namesAlike(other.head) || is(other, 'field') || isOfOne(other)),
      ),
    )
  )

  // A list with the wrong items does not also have wrong values in them, and a write has more than one effect.
  function isOfOne(other: Group): boolean {
    const isList = other.head.operation?.startsWith('list') === true
    return !isList && (!isWrite(other.head.guilty[0]) || hasMost(attemptedIn(other)))
  }
}

/** The code is that of the status which the operation should have returned. */
export const codeOfRightStatus: Explains = (group, others) => {
  const { finding } = group.head
  const wanted = statusOfCode(finding)
  const found = /of status (\d{3})/.exec(finding?.message ?? '')?.[1]
  if (wanted === undefined || found === undefined) return undefined
  return others.find((other) => {
    const status = other.head.violation && statusViolation(other.head.violation)
    const names = operationsOf(other)
    return (
      String(status?.found) === found &&
      status?.wanted.some((each) => wanted.includes(String(each))) === true &&
      [...operationsOf(group)].every((name) => names.has(name))
    )
  })
}

/** The statuses that a code belongs to, if it has another one: "400"; undefined: the finding is about something else. */
export const statusOfCode = (finding: Finding | undefined): string | undefined =>
  finding?.requirement === CODES ? /; it belongs to (.+)$/.exec(finding.message)?.[1] : undefined

const CODES = 'CNV-07'

const attemptedIn = ({ symptoms }: Group): ReadonlySet<string> =>
  new Set(symptoms.flatMap(({ attempt }) => attempt.map(({ id }) => id)))

/** A violation of the field, or one whose text begins with it: "updatedAt is 2 ms before createdAt". */
const isOfField = ({ violation }: Symptom, field: string) =>
  violation?.at.split(', ').some((at) => at.split('.').includes(field)) === true ||
  (field !== '' && violation?.actual.startsWith(`${field} `) === true)

/** Several mistakes in the shape of one field are one mistake. */
export const sameField: Explains = (group, others) => {
  const { finding } = group.head
  if (finding === undefined) return undefined
  const guilty = guiltyOf(group)
  return leading(group, others, (other) => {
    if (other.head.finding === undefined) return false
    // An operation that returns 403 and another that returns 422 have a mistake each.
    const isSame =
      finding.at === 'status'
        ? other.head.finding.message === finding.message
        : fieldOf(other.head.finding.at) === fieldOf(finding.at)
    const isSameRule = other.head.finding.requirement === finding.requirement
    const theirs = guiltyOf(other)
    const isShared = [...guilty].some((id) => theirs.has(id))
    return isSameRule ? laws.has(finding.requirement) || isSame || isShared : isSame && isShared
  })
}

/** Two responses of a check differ in a field. If it breaks a rule for one response in one of them, that is the wrong one. */
export const comparedWithWrong: Explains = (group, others) => {
  const { violation } = group.head
  if (violation === undefined || !is(group, 'field') || !isContradiction(violation)) return undefined
  const attempted = attemptedIn(group)
  const field = violation.at.split('.').at(-1)
  return largest(
    others.filter(
      (other) =>
        other.head.finding !== undefined &&
        !laws.has(other.head.finding.requirement) &&
        fieldOf(other.head.finding.at) === field &&
        [...guiltyOf(other)].some((id) => attempted.has(id)),
    ),
  )
}

/** A field below another one, or in a list and alone: `agentId` and `transaction.agentId`. */
export const sameEnd: Explains = (group, others) => {
  const { violation, operation } = group.head
  if (violation === undefined || !is(group, 'field')) return undefined
  return leading(group, others, (other) => {
    if (other.head.violation === undefined || !is(other, 'field')) return false
    const isNear = other.head.operation === operation || sharesFlow(group, other)
    return isNear && endAlike(other.head.violation.at, violation.at)
  })
}

/** Two responses contradict each other in a field: another check shows that one of them is wrong. */
export const contradicts: Explains = (group, others) => {
  const { violation } = group.head
  if (violation === undefined || !is(group, 'field') || !isContradiction(violation)) return undefined
  return largest(
    others.filter(
      ({ head }) =>
        head.kind === 'field' &&
        head.violation !== undefined &&
        !isContradiction(head.violation) &&
        endAlike(head.violation.at, violation.at) &&
        group.symptoms.every(({ attempt }) => attempt.some(({ operation }) => operation === head.operation)),
    ),
  )
}

const endAlike = (one: string, other: string) =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)

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
  const status = head.violation && statusViolation(head.violation)
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
  const status = statusViolation(violation)
  if (kind === 'error' || (kind === 'rejects' && [401, 403].includes(status?.found ?? 0)))
    return `${kind} ${actual}`
  if (kind === 'code') return `code ${flow} ${CODE.exec(actual)?.[0] ?? actual}`
  if (kind === 'crash') return `crash ${flow} ${template(actual)}`
  if (kind === 'accepts') return `accepts ${flow} ${expected} ${template(actual)}`
  if (kind === 'field' && [expected, actual].every((value) => /^"[A-Z_]+"$/.test(value)))
    return `field ${at} ${expected} ${actual}`
  if (kind === 'field') return `field ${flow} ${at}`
  if (kind === 'value' && at.includes(' ')) return `value ${flow} ${at} ${wrongAmount(violation).length}`
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

/** The same wrong amount in several areas is calculated in one place. The shortest statement is the most direct one. */
export const sameAmount: Explains = (group, others) => {
  const amounts = group.symptoms.flatMap(({ violation }) => wrongAmount(violation))
  const length = ({ head }: Group) => head.rules[0]?.length ?? Infinity
  return others
    .filter((other) =>
      other.symptoms
        .flatMap(({ violation }) => wrongAmount(violation))
        .some((amount) => amounts.includes(amount)),
    )
    .filter(
      (other) => length(other) < length(group) || (length(other) === length(group) && isBefore(other, group)),
    )
    .toSorted((one, other) => length(one) - length(other))[0]
}

/** A read that shows what a write did wrong follows from that write. */
export const shownByRead: Explains = (group, others) => {
  if (!is(group, 'field', 'value') && !isNotFound(group)) return undefined
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

/** Reads of resources that are not found. */
const isNotFound = (group: Group): boolean =>
  is(group, 'rejects') &&
  group.symptoms.every(({ guilty: [read] }) => !isWrite(read) && read?.response?.status === 404)

/** Other observations after a write whose resource is not found. */
export const notStored: Explains = (group, others) => {
  if (!is(group, 'value')) return undefined
  const writers = new Set(group.symptoms.map((symptom) => writerOf(symptom)?.operation))
  const [writer] = writers
  if (writers.size !== 1 || writer === undefined) return undefined
  return others.find(
    (other) =>
      isNotFound(other) &&
      sharesFlow(group, other) &&
      other.symptoms.every((symptom) => writerOf(symptom)?.operation === writer),
  )
}

/** The last write before the read that shows the symptom; undefined: a write shows it itself. */
function writerOf({ guilty, attempt }: Symptom): Exchange | undefined {
  const [read] = guilty
  if (read === undefined || isWrite(read)) return undefined
  return attempt.slice(0, attempt.indexOf(read)).findLast(isWrite)
}

/** Responses that show what one write did wrong. What is created before a list is read has done nothing wrong. */
export const sameWrite: Explains = (group, others) => {
  const write = onlyWriter(group)
  return write === undefined ? undefined : leading(group, others, (other) => onlyWriter(other) === write)
}

function onlyWriter(group: Group): string | undefined {
  const writers = new Set(
    group.symptoms.map((symptom) => (is(group, 'rejects') ? otherWriterOf : writerOf)(symptom)?.operation),
  )
  const [writer] = writers
  const isTold =
    is(group, 'field', 'value', 'rejects') &&
    writers.size === 1 &&
    !/^(?:create|execute)/.test(writer ?? 'create')
  return isTold ? `${flowOf(group.head.requirements[0])} ${writer}` : undefined
}

/** The last write of another operation before the response that shows the symptom. */
function otherWriterOf({ guilty, attempt }: Symptom): Exchange | undefined {
  const [shown] = guilty
  if (shown === undefined) return undefined
  return attempt
    .slice(0, attempt.indexOf(shown))
    .findLast((exchange) => isWrite(exchange) && exchange.operation !== shown.operation)
}

/** The observation of a check after an operation accepted a request that it must reject. */
export const afterAccepting: Explains = (group, others) => {
  if (!is(group, 'value') || group.symptoms.some(({ violation }) => wrongAmount(violation).length > 0))
    return undefined
  const flow = flowOf(group.head.requirements[0])
  const isEffect = group.symptoms.every(({ violation }) => isOfNothing(violation?.expected ?? ''))
  return largest(
    others.filter(
      ({ head }) =>
        head.kind === 'accepts' &&
        (head.operation === group.head.operation ||
          (isEffect && forPlatform(head.operation) === forPlatform(group.head.operation))) &&
        flowOf(head.requirements[0]) === flow &&
        isWrite(head.guilty[0]),
    ),
  )
}

/** executeQuote and executeAgentQuote do the same for a platform and for an agent. */
const forPlatform = (operation: string | undefined) => operation?.replace('Agent', '')

/** Concurrent requests of one operation are not serialized, whatever they show. */
export const sameRace: Explains = (group, others) =>
  isRace(group)
    ? leading(
        group,
        others,
        (other) => isRace(other) && other.head.operation === group.head.operation && sharesFlow(group, other),
      )
    : undefined

const isRace = (group: Group): boolean =>
  is(group, 'value', 'accepts', 'field') &&
  group.symptoms.every(({ rules }) => rules.every((rule) => /\bconcurrent/i.test(rule)))

/** Later operations cannot distinguish resources that an operation gives the same name. */
export const sameName: Explains = (group, others) => {
  if (!is(group, 'rejects', 'request', 'field', 'value', 'step', 'block')) return undefined
  const flow = flowOf(group.head.requirements[0])
  const called = group.symptoms.map(({ attempt }) => new Set(attempt.map(({ operation }) => operation)))
  return others.find(
    ({ head, symptoms }) =>
      head.kind === 'value' &&
      head.operation !== undefined &&
      // Another check of the same requirement may have given the group its head.
      symptoms.some((one) => one.operation === head.operation && namesAlike(one)) &&
      (group.head.isBlocked || flowOf(head.requirements[0]) === flow) &&
      called.every((names) => names.has(head.operation)),
  )
}

/** Two identifiers, codes or tokens are equal although they must differ. Statuses do not count. */
const namesAlike = ({ violation }: Symptom): boolean =>
  violation !== undefined &&
  violation.expected === `not ${violation.actual}` &&
  /^"[^"\s]*[\da-z-][^"\s]*"$/.test(violation.actual)

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

/** A field has the identifier of another resource. */
const namesOther = ({ kind, violation }: Symptom): boolean =>
  kind === 'field' && /^"[A-Z][A-Za-z]+:[\w-]+"$/.test(violation?.actual ?? '')

/**
 * A read with wrong results affects every observation. Two fields are two problems, unless the read returns another
 * resource.
 */
export const sameRead: Explains = (group, others) => {
  const [read] = group.head.guilty
  if (!(is(group, 'value') || namesOther(group.head)) || read === undefined || isWrite(read)) return undefined
  const ofRead = others.filter(
    (other) =>
      is(other, 'field', 'value', 'accepts') &&
      other.symptoms.some(({ operation }) => operation === group.head.operation) &&
      sharesFlow(group, other),
  )
  const accepting = largest(ofRead.filter((other) => is(other, 'accepts')))
  if (accepting || !is(group, 'value')) return accepting
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
        called.every((names) => names.has(head.operation)) &&
        group.symptoms.every((symptom) => shows(symptom, head)),
    ),
  )
}

/** Whether an attempt has the wrong status of another symptom; true: that one is not about a status. */
function shows({ attempt }: Symptom, { violation, operation }: Symptom): boolean {
  const status = violation && statusViolation(violation)
  return (
    status === undefined ||
    attempt.some((exchange) => exchange.operation === operation && exchange.response?.status === status.found)
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
