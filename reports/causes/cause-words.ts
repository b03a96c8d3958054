/** What a cause is called, and what to do about it. Pure. */
import type { Exchange, Violation } from '../../spec/judgement.ts'
import { invariants } from '../../spec/invariants/check-invariants.ts'
import { count } from '../../spec/count.ts'
import { seenValue } from '../seen-value.ts'
import { withoutExchanges } from '../without-exchanges.ts'
import type { Group } from './group.ts'
import { lackingField, lackingTitle, REQUIRED } from './lacking-field.ts'
import { acceptedIn, conditionIn } from './check-condition.ts'
import { onceEach, UUID, wrongValue } from './found-words.ts'
import { fieldOf, type Found } from './symptoms-of.ts'
import { isContradiction, statusViolation, type Action, type Kind, type Symptom } from './symptom.ts'

const LONGEST_TITLE = 220
const LONGEST_VALUE = 40
const LONGEST_MESSAGE = 90
const OPERATIONS_NAMED = 3
const OTHERS_NAMED = 2

/** States the violation, for a person who has not read the requirement, and the operation that it names first. */
export function titleOf(
  group: Group,
  { exchanges, operations }: Pick<Found, 'exchanges' | 'operations'>,
  titles: ReadonlyMap<string, string>,
): { readonly title: string; readonly operation: string | undefined } {
  const title = TITLES[group.head.kind](group, exchanges, titles).replaceAll(UUID, '$1…')
  const isName = Object.hasOwn(operations, title.split(/\W/)[0]!)
  const text = isName ? title : `${title.charAt(0).toUpperCase()}${title.slice(1)}`
  return {
    title: text.length > LONGEST_TITLE ? `${text.slice(0, LONGEST_TITLE).replace(/\s\S*$/, '')} …` : text,
    operation: title.split(/\W+/).find((word) => Object.hasOwn(operations, word)),
  }
}

type Title = (group: Group, exchanges: readonly Exchange[], titles: ReadonlyMap<string, string>) => string

const ofStatus =
  (say: (operation: string, found: string, wanted: string) => string): Title =>
  (group) => {
    const { violation, operation } = group.head
    const found = violation?.actual.replaceAll(/"| undefined/g, '').split(':')[0] ?? '500'
    return say(operation ?? 'an operation', found, wantedIn(violation) ?? 'another status')
  }

/** The statuses of which one is right: "409", "2xx", "400 or 404"; undefined: the violation is not of a status. */
export function wantedIn(violation: Violation | undefined): string | undefined {
  if (violation?.expected === 'not 2xx') return 'a rejection'
  if (violation?.expected.includes('2xx') === true) return '2xx'
  const wanted = violation && statusViolation(violation)?.wanted
  if (wanted === undefined || wanted.length === 0) return undefined
  return violation?.expected.startsWith('not ') === true
    ? `a status other than ${statusList(wanted)}`
    : statusList(wanted)
}

/** " instead of 409". */
export const insteadOf = (violation: Violation | undefined): string => {
  const wanted = wantedIn(violation)
  return wanted === undefined ? '' : ` instead of ${wanted}`
}

/** The check says which request it is: "an expired quote is not executed", "with an unknown token". */
const inCheck = ({ check }: Symptom): string =>
  check === undefined ? '' : ` in "${conditionIn(check) ?? check}"`

/** The same with the number of other checks that fail alike. */
const inChecks = ({ head, symptoms }: Group): string => {
  const checks = new Set(symptoms.flatMap(({ kind, check }) => (kind === head.kind ? (check ?? []) : [])))
  const others = checks.size - 1
  return (
    inCheck(head) + (others > 0 && head.check !== undefined ? ` and ${count(others, 'other check')}` : '')
  )
}

const withCheck =
  (title: Title): Title =>
  (group, ...more) =>
    title(group, ...more) + inCheck(group.head) + otherOperations(group)

/** The checks of a group whose invalid credentials were accepted. */
const acceptedCredentials = ({ symptoms }: Group): ReadonlySet<string | undefined> =>
  new Set(
    symptoms.flatMap(({ kind, key, check }) =>
      kind === 'accepts' && key.endsWith('credentials') ? [check] : [],
    ),
  )

/** Beside "accepts", the rule in the title of a check would read as what happened. */
const acceptsTitle: Title = (group) => {
  const { violation, operation = 'an operation', check = '' } = group.head
  const { what, unnamed, status } = acceptedBy(group)
  const found = violation?.actual.replaceAll(/"| undefined/g, '').split(':')[0] ?? '200'
  const wanted = unnamed === CREDENTIALS ? '401' : (status ?? wantedIn(violation) ?? 'another status')
  const where = what === undefined ? beside(check) : ''
  return `${operation} accepts ${what ?? unnamed}: ${found} instead of ${wanted}${where}${otherOperations(group)}`
}

/** What an operation accepts, if the check says it, and the status that it should return; undefined: any rejection. */
export function acceptedBy(group: Group): {
  readonly what: string | undefined
  readonly unnamed: string
  readonly status: string | undefined
} {
  const { check = '', violation } = group.head
  const ofCredentials = acceptedCredentials(group).size
  const isAny = violation?.expected.startsWith('not ') === true
  const wanted = wantedIn(violation)
  const isUnauthorized = ofCredentials > 0 && wanted?.includes('401') === true
  const unnamed = ofCredentials > 0 ? CREDENTIALS : 'a request that it must reject'
  return {
    // One of several kinds of credentials would read as the only one.
    what: ofCredentials > 1 ? unnamed : acceptedIn(check),
    unnamed,
    status: isAny ? undefined : isUnauthorized ? '401' : wanted,
  }
}

const CREDENTIALS = 'invalid credentials'

function beside(check: string): string {
  const condition = conditionIn(check)
  if (check === '' || check.endsWith(' requires valid credentials')) return ''
  return condition === undefined ? ` (check: "${check}")` : ` in "${condition}"`
}

/**
 * The action that all rejections of a group follow from. One that has no such action shows that the request itself is
 * rejected.
 */
export function actionOf({ head, symptoms }: Group): Action | undefined {
  const alike = symptoms.filter(({ kind }) => kind === head.kind)
  return alike.every(({ action }) => action !== undefined) ? head.action : undefined
}

/** "After deleteAgent of another agent, createAgentQuote returns 401 UNAUTHORIZED instead of 2xx (also after pauseAgent)". */
const afterAction =
  (title: Title): Title =>
  (group, ...more) => {
    const action = actionOf(group)
    if (action === undefined) return title(group, ...more)
    const { operation } = action.write
    const others = new Set(group.symptoms.flatMap((one) => one.action?.write.operation ?? []))
    others.delete(operation)
    const also = others.size === 0 ? '' : ` (also after ${[...others].slice(0, OTHERS_NAMED).join(', ')})`
    const what = ofStatus((name, found, wanted) => `${name} returns ${found} instead of ${wanted}`)
    return `after ${actedOn(action)}, ${what(group, ...more)}${also}${otherOperations(group)}`
  }

/** "deleteAgent of another agent". */
export const actedOn = ({ write, other }: Action): string =>
  `${write.operation}${other === undefined ? '' : ` of another ${other}`}`

/** Whether an operation is not always rejected, so that the condition matters. */
export const isSometimes = ({ head }: Group, exchanges: readonly Exchange[]): boolean =>
  exchanges.some(
    ({ kind, operation, response }) =>
      kind === 'contract' &&
      operation === head.operation &&
      response !== undefined &&
      response.status < (head.kind === 'crash' ? 500 : 400),
  )

const TITLES: Readonly<Record<Kind, Title>> = {
  deployment: ({ head }) => head.message,
  crash: afterAction((group, exchanges) => {
    const status =
      group.head.guilty.find(({ response }) => (response?.status ?? 0) >= 500)?.response?.status ?? 500
    const where = isSometimes(group, exchanges) ? inChecks(group) : ''
    return `${group.head.operation ?? 'an operation'} returns ${status}${insteadOf(group.head.violation)}${where}${otherOperations(group)}`
  }),
  rejects: afterAction(
    (group, exchanges, titles) =>
      ofStatus(
        (operation, found) =>
          `${operation} rejects a conforming request with ${found}${insteadOf(group.head.violation)}`,
      )(group, exchanges, titles) +
      (isSometimes(group, exchanges) ? inChecks(group) : '') +
      otherOperations(group) +
      messageOf(group.head),
  ),
  accepts: acceptsTitle,
  error: withCheck(
    ofStatus((operation, found, wanted) => `${operation} returns ${found} instead of ${wanted}`),
  ),
  code: withCheck(({ head }) => {
    const found = head.violation?.actual.replaceAll('"', '').split(':')[0]
    return `${head.operation} returns ${found} instead of ${codesWanted(head) ?? 'another code'}`
  }),
  field: (group) => fieldTitle(group) + inOneCheck(group),
  value: (group, _, titles) => {
    const { head } = group
    const [id = ''] = head.requirements
    if (head.violation === undefined) return withoutExchanges(head.message)
    const { at, expected, actual } = head.violation
    const items = ITEMS.exec(`${expected} ${actual}`)
    if (at === '' && items) return listTitle(head.operation, items)
    const operation = head.actor ?? head.operation ?? 'the deployment'
    const read = head.actor === undefined ? '' : ` (seen in ${head.operation})`
    const found = `${wrongValue(operation, head.violation)}${read}`
    // Without a place, only the rule says what the value is. It is below a title that does not quote it.
    const title = at === '' && expected !== 'none' ? `${found}, which breaks "${ruleOf(id, titles)}"` : found
    return title.length <= LONGEST_TITLE ? title : found
  },
  rule: ruleTitle,
  name: ({ head }) => {
    const [, what, name] = /Is your (\w+) called ([^?]+)\?/.exec(head.next ?? '') ?? []
    return name === undefined ? withoutExchanges(head.message) : `the deployment ignores the ${what} ${name}`
  },
  state: ({ head }) => `the provider state ${head.key.slice('state '.length)} is missing`,
  request: ({ head }) => `${withoutExchanges(head.message).split(', and accepted')[0]}`,
  control: ({ head }) => withoutExchanges(head.message),
  step: ({ head }) => withoutExchanges(head.message),
  block: ({ head }) => withoutExchanges(head.message),
}

function fieldTitle(group: Group): string {
  const { operation, violation, message } = group.head
  const where = `${operation ?? 'a response'}${otherOperations(group)}`
  if (violation === undefined) return withoutExchanges(message)
  return violation.expected === 'none'
    ? `${where}: ${onceEach(violation.actual)}`
    : wrongValue(where, violation)
}

/** If only one check shows it, its condition matters. */
const inOneCheck = ({ head, symptoms }: Group): string =>
  new Set(symptoms.map(({ check }) => check)).size === 1 ? inCheck(head) : ''

/** The codes of which one is right. */
export function codesWanted({ violation }: Symptom): string | undefined {
  const codes = violation?.expected.match(/[A-Z]{3,}(?:_[A-Z]+)*/g)
  return codes ? either(codes) : undefined
}

/** "401, 403 or 404". */
const either = (values: readonly (string | number)[]): string =>
  [values.slice(0, -1).join(', '), values.at(-1)].filter((part) => part !== '').join(' or ')

/** What the deployment says of its rejection: often the only sign of the step that it rejects. */
function messageOf({ violation }: Symptom): string {
  const [, message = ''] = /^\d{3} \w+: "(.*)"$/.exec(violation?.actual ?? '') ?? []
  return message === '' || message.length > LONGEST_MESSAGE ? '' : `: "${message}"`
}

/** "3 items", and "4 items" or "4: [" with the beginning of the list. */
export const ITEMS = /^(\d+) items? (\d+)(?:: (\[.*)| items?)$/s

export function listTitle(
  operation: string | undefined,
  [, wanted, found, list = '']: readonly string[],
): string {
  const shown = list.match(/"[^"]+"/g) ?? []
  const repeated = new Set(shown).size < shown.length ? ', some of them several times' : ''
  if (found === wanted)
    return `${operation ?? 'the deployment'} lists other items than the right ones${repeated}`
  return `${operation ?? 'the deployment'} lists ${count(Number(found), 'item')} instead of ${wanted}${repeated}`
}

/** "401, 403 or 404": the first of the check before the others, the likeliest first. */
export function statusList(statuses: readonly number[]): string {
  const [first, ...others] = new Set(statuses)
  const rank = (status: number) => LIKELIEST.indexOf(status) + (LIKELIEST.includes(status) ? 0 : 100)
  const sorted = [...(first === undefined ? [] : [first]), ...others.toSorted((a, b) => rank(a) - rank(b))]
  if (sorted.length <= MOST_STATUSES) return either(sorted)
  const named = either(sorted.slice(0, STATUSES_NAMED))
  const left = sorted.length - STATUSES_NAMED
  return sorted.every((status) => status >= 400)
    ? `an error such as ${named}`
    : `${named.replace(' or ', ', ')} or one of ${left} others`
}

/** With more, the first ones are named. */
const MOST_STATUSES = 6
const STATUSES_NAMED = 3
const LIKELIEST: readonly number[] = [401, 403, 404, 409, 400, 422, 410, 412, 405, 415]

function otherOperations({ head, symptoms }: Group): string {
  const others = new Set(
    symptoms
      .filter(({ kind, violation }) => kind === head.kind && !(violation && isContradiction(violation)))
      .flatMap(({ operation }) => operation ?? []),
  )
  others.delete(head.operation ?? '')
  if (others.size === 0) return ''
  return others.size <= OTHERS_NAMED
    ? ` (also ${[...others].join(', ')})`
    : ` (and ${count(others.size, 'other operation')})`
}

/** "`createdAt` of listAgentActions is "2026-11-23", not a time in UTC that ends with "Z" (517 of 530 responses)". */
function ruleTitle(group: Group, exchanges: readonly Exchange[]): string {
  const { head, symptoms } = group
  const { at = '', message = head.message } = head.finding ?? {}
  const guilty = guiltyOfRule(group)
  const names = guiltyOperations(group)
  const [id = ''] = head.requirements
  const lacking = lackingField({ ...head, guilty })
  if (lacking !== undefined) return lackingTitle(lacking, listOf(names), guilty, exchanges)
  const subject = `${subjectOf(at)}${otherFields(at, id, symptoms)}${inOperations(names)}`
  const broken = ruleBroken(subject, message, valueFound(head))
  const { amount, isWithField } = similar(head, names, exchanges)
  const all = count(Math.max(guilty.length, amount), 'response')
  return guilty.length === 0
    ? broken
    : `${broken} (${guilty.length} of ${all}${isWithField ? ' with this field' : ''})`
}

/** The violations of the rule in the title: those of another rule may be in other operations. */
export const ofRule = ({ head, symptoms }: Group): readonly Symptom[] =>
  symptoms.filter(
    ({ kind, finding }) =>
      kind === 'rule' && (head.finding === undefined || finding?.requirement === head.finding.requirement),
  )

/** The exchanges that show them. */
export const guiltyOfRule = (group: Group): readonly Exchange[] => [
  ...new Map(
    ofRule(group)
      .flatMap(({ guilty }) => guilty)
      .map((exchange) => [exchange.id, exchange]),
  ).values(),
]

/** Operations whose responses violate the rule. */
export const guiltyOperations = (group: Group): readonly string[] => [
  ...new Set(ofRule(group).flatMap(({ guilty }) => guilty.flatMap(({ operation }) => operation ?? []))),
]

const inOperations = (names: readonly string[]): string => (names.length === 0 ? '' : ` of ${listOf(names)}`)

/** "createQuote, getQuote, executeQuote and 2 other operations". */
function listOf(names: readonly string[]): string {
  const more = names.length - OPERATIONS_NAMED
  const first = names.slice(0, OPERATIONS_NAMED)
  if (more > 0) return `${first.join(', ')} and ${count(more, 'other operation')}`
  return [first.slice(0, -1).join(', '), first.at(-1)].filter((part) => part !== '').join(' and ')
}

/** The first value that violates a rule. Backticks mark code in a title. */
export const valueFound = ({ finding, guilty }: Symptom): string | undefined =>
  guilty[0] && finding && seenValue(guilty[0], finding.at, LONGEST_VALUE)?.replaceAll('`', "'")

/** Their messages name resources and values. */
export const laws: ReadonlySet<string> = new Set(invariants.map(({ requirement }) => requirement))

const ruleOf = (id: string, titles: ReadonlyMap<string, string>) => (titles.get(id) ?? id).replace(/\.$/, '')

/** What a rule for every response found wrong. */
export function subjectOf(at: string): string {
  if (at.startsWith('header ')) return `the ${at}`
  if (at === 'status') return 'the HTTP status'
  return at === 'body' || fieldOf(at) === '' ? 'the body' : `\`${fieldOf(at)}\``
}

const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/^expected ([^,]+), found (.*)$/, 'is $2 instead of $1'],
  [/^expected (an? .*)$/, 'is not $1'],
  [/^expected (.*)$/, 'is not $1'],
  [/^must be (object|array|integer)$/, 'is not an $1'],
  [/^must be (string|number|boolean)$/, 'is not a $1'],
  [/^must be equal to one of the allowed values: (.*)$/, 'is none of $1'],
  [/^must be equal to constant$/, 'has a value that the contract does not allow'],
  [/^must have required property.*$/, 'is missing'],
  [REQUIRED, 'is not $2'],
  [/^required in a currency object$/, 'is missing from a currency object'],
]

/** Symptoms that violate the same rule. */
function otherFields(at: string, id: string, symptoms: readonly Symptom[]): string {
  const fields = new Set(
    symptoms.flatMap(({ finding }) => (finding?.requirement === id ? [fieldOf(finding.at)] : [])),
  )
  fields.delete(fieldOf(at))
  return fields.size === 0 ? '' : ` (and ${count(fields.size, 'other field')})`
}

/** A violation of a rule for every response, as a clause. */
export function ruleBroken(subject: string, message: string, found: string | undefined): string {
  const [pattern, phrase] = PHRASES.find(([each]) => each.test(message)) ?? []
  if (!pattern || phrase === undefined) return `${subject}: ${withoutExchanges(message)}`
  const said = message.replace(pattern, phrase)
  return `${subject} ${found === undefined ? said : said.replace(/^is (not|none of) /, (_, no) => `is ${found}, ${no} `)}`
}

/** Number of responses of some operations that could have violated a rule in the same place: those with the field. */
function similar(
  { finding, guilty }: Symptom,
  names: readonly string[],
  exchanges: readonly Exchange[],
): { readonly amount: number; readonly isWithField: boolean } {
  const field = fieldOf(finding?.at ?? '')
  const isError = (guilty[0]?.response?.status ?? 0) >= 400
  const comparable = exchanges.filter(
    ({ kind, operation, response }) =>
      kind === 'contract' &&
      response !== undefined &&
      response.status >= 400 === isError &&
      operation !== undefined &&
      names.includes(operation),
  )
  const withField = comparable.filter(({ response }) => response!.body.includes(`"${field}"`))
  const isWithField = withField.length > 0
  return { amount: (isWithField ? withField : comparable).length, isWithField }
}
