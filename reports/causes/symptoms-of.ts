/** From judgements to symptoms. Pure. */
import { flowOf } from '../../spec/flow-of.ts'
import { grouped } from '../../spec/grouped.ts'
import type { Exchange, Judgement, Violation } from '../../spec/judgement.ts'
import type { Finding, OperationBinding } from '../../spec/model.ts'
import { checkVerdict, decidingAttempt } from '../check-result.ts'
import type { RequirementResult } from '../conformance.ts'
import { actionBefore, CREATES } from './action-before.ts'
import {
  citedIn,
  isWrite,
  specificFirst,
  statusViolation,
  template,
  wrongAmount,
  type Kind,
  type Symptom,
} from './symptom.ts'

/** The results of a run from which causes are found. */
export interface Found {
  /** Settled: as verdicts are folded from them. */
  readonly judgements: readonly Judgement[]
  readonly results: readonly RequirementResult[]
  readonly exchanges: readonly Exchange[]
  /** Ids of exchanges that response rules do not apply to. */
  readonly disregarded: ReadonlySet<string>
  /** Of the contract version of the run. */
  readonly operations: KnownOperations
  /** Restriction of the run; default: none. */
  readonly only?: readonly string[]
}

export type KnownOperations = Readonly<
  Record<string, Pick<OperationBinding, 'credentials' | 'method' | 'path'>>
>

const OPEN: readonly string[] = ['fail', 'flaky', 'blocked', 'warn']

/** Failures and blocks of checks, violations of response rules, and requirements that nothing judged. */
export function symptomsOf(found: Found): readonly Symptom[] {
  const byId = new Map(found.exchanges.map((exchange) => [exchange.id, exchange]))
  const open = new Set(found.results.filter(({ verdict }) => OPEN.includes(verdict)).map(({ id }) => id))
  const ofChecks = checkSymptoms(found, open, byId)
  const ofRules = ruleSymptoms(found, open, byId)
  const explained = new Set([...ofChecks, ...ofRules].flatMap(({ requirements }) => requirements))
  const rest = found.results.filter(({ id }) => open.has(id) && !explained.has(id)).map(ofResult)
  const warned = new Set(found.results.filter(({ verdict }) => verdict === 'warn').map(({ id }) => id))
  const statements = new Map(found.results.map(({ id, title }) => [id, title]))
  return [...ofChecks, ...ofRules, ...rest].map((symptom) => ({
    ...symptom,
    rules: symptom.requirements.flatMap((id) => statements.get(id) ?? []),
    ...(symptom.requirements.every((id) => warned.has(id)) && { isWarning: true }),
  }))
}

type Bare = Omit<Symptom, 'rules'>

type ById = ReadonlyMap<string, Exchange>

const known = (ids: readonly string[], byId: ById): readonly Exchange[] =>
  ids.flatMap((id) => byId.get(id) ?? [])

function checkSymptoms(
  { judgements, results }: Found,
  open: ReadonlySet<string>,
  byId: ById,
): readonly Bare[] {
  const byCheck = grouped(judgements, ({ check }) => check)
  const used = new Map(results.map(({ id, operations }) => [id, operations]))
  return [...byCheck.values()].flatMap((attempts) => {
    const verdict = checkVerdict(attempts, 'MUST')
    const deciding = decidingAttempt(verdict, attempts)
    const requirements = specificFirst(deciding?.requirements.filter((id) => open.has(id)) ?? [])
    if (verdict === 'pass' || deciding === undefined || requirements.length === 0) return []
    const symptom = checkSymptom(deciding, requirements, byId)
    const operations = used.get(requirements[0]!) ?? []
    const actor = actorOf(symptom, operations)
    const action = symptom.isBlocked ? undefined : actionBefore(symptom, operations)
    return [{ ...symptom, ...(actor !== undefined && { actor }), ...(action && { action }) }]
  })
}

/** The last write before the read that shows a symptom, if the requirement is about that write. */
function actorOf({ kind, guilty, attempt }: Bare, used: readonly string[]): string | undefined {
  const [read] = guilty
  if (kind !== 'value' || read === undefined || isWrite(read)) return undefined
  const write = attempt.slice(0, attempt.indexOf(read)).findLast(isWrite)?.operation
  return write !== undefined && used.includes(write) && !CREATES.test(write) ? write : undefined
}

function checkSymptom(judgement: Judgement, requirements: readonly string[], byId: ById): Bare {
  const { message = 'it could not be judged', next, violation, verdict, exchanges } = judgement
  const isBlocked = verdict === 'blocked'
  const ids = violation?.exchange === undefined ? citedIn(message) : [violation.exchange]
  const guilty = known(ids, byId)
  const operation = violation?.operation ?? guilty[0]?.operation
  const facts = {
    requirements,
    isBlocked,
    check: judgement.title,
    message,
    fixIn: judgement.fixIn ?? (isBlocked ? 'harness' : 'implementation'),
    ...(next !== undefined && { next }),
    operation,
    ...(violation && { violation }),
    guilty,
    attempt: known(exchanges, byId),
  } as const
  return { ...facts, ...(isBlocked ? ofBlock(judgement, operation) : ofFailure(facts)) }
}

type Correction = Pick<Symptom, 'kind' | 'key' | 'lacking' | 'otherwise'>
const correction = (kind: Kind, ...parts: readonly unknown[]): Correction => ({
  kind,
  key: [kind, ...parts].join(' '),
})

function ofFailure(
  symptom: Pick<Symptom, 'violation' | 'operation' | 'requirements' | 'fixIn' | 'next' | 'message'>,
): Correction {
  const { fixIn, next } = symptom
  const plain = ofViolation(symptom)
  return fixIn === 'deployment-file' && next !== undefined
    ? { ...correction('name', next), otherwise: plain.key }
    : plain
}

function ofViolation({
  violation,
  operation = '',
  requirements,
  message,
}: Pick<Symptom, 'violation' | 'operation' | 'requirements' | 'message'>): Correction {
  const flow = flowOf(requirements[0])
  if (violation === undefined) return correction('value', flow, operation, template(message))
  const { at, expected } = violation
  const status = statusViolation(violation)
  if (status) {
    const { found, wants, wanted } = status
    if (found >= 500) return correction('crash', operation)
    if (found < 400 && wants === 'error')
      return correction('accepts', operation, isOfCredentials(violation, wanted) ? 'credentials' : '')
    if (found >= 400 && wants === 'success') return correction('rejects', operation, found)
    return wanted.includes(found)
      ? correction('code', operation, expected)
      : correction('error', operation, found)
  }
  if (at === 'code') return correction('code', operation, expected)
  if (isField(at)) return correction('field', operation, at)
  const amount = wrongAmount(violation).length > 0 ? ['amount'] : []
  return correction('value', flow, operation, template(at === '' ? expected : at), ...amount)
}

const isOfCredentials = ({ expected }: Violation, wanted: readonly number[]) =>
  expected.startsWith('not ') || wanted.every((status) => status === 401 || status === 403)

/** A dotted path, or several of them. */
const isField = (at: string) => /^[a-z]\w*(?:\.\w+)*(?:, [a-z]\w*(?:\.\w+)*)*$/.test(at)

function ofBlock(
  { message = '', lacking, presumed, missingState, obstacle }: Judgement,
  operation: string | undefined,
): Correction {
  if (presumed) return correction('request', presumed.operation)
  if (lacking !== undefined) return { ...correction('control', lacking), lacking }
  if (operation !== undefined) return correction('step', operation, template(message))
  if (missingState !== undefined) return correction('state', missingState)
  return correction('block', obstacle === 'time' ? 'time' : template(message))
}

function ruleSymptoms(
  { judgements, disregarded }: Found,
  open: ReadonlySet<string>,
  byId: ById,
): readonly Bare[] {
  const violations = judgements
    .flatMap(({ conventions }) => conventions)
    .filter(({ requirement }) => open.has(requirement))
    .flatMap((tally) => tally.violations)
    .filter(({ exchange }) => !disregarded.has(exchange))
  const byRule = grouped(violations, ({ finding }) => ruleKey(finding))
  return [...withOthersTogether(byRule)].map(([key, places]): Bare => {
    const { finding } = places[0]!
    const guilty = known([...new Set(places.map(({ exchange }) => exchange))], byId)
    return {
      kind: 'rule',
      key,
      requirements: [finding.requirement],
      isBlocked: false,
      message: finding.message,
      fixIn: 'implementation',
      operation: guilty[0]?.operation,
      finding,
      guilty,
      places: places.length,
      attempt: guilty,
    }
  })
}

/**
 * Fields in which one response rule is reported separately. A deployment chooses the names of its fields, and each group
 * is compared with every other one.
 */
const MAX_FIELDS = 100

/** The violations by their keys; of each rule, those in further fields together. */
function withOthersTogether<Place extends { readonly finding: Finding }>(
  byKey: ReadonlyMap<string, readonly Place[]>,
): ReadonlyMap<string, readonly Place[]> {
  const fields = new Map<string, number>()
  const keys = new Map<string, string>()
  for (const [key, [place]] of byKey) {
    const { requirement } = place!.finding
    const count = (fields.get(requirement) ?? 0) + 1
    fields.set(requirement, count)
    keys.set(key, count > MAX_FIELDS ? `rule ${requirement} in other fields` : key)
  }
  const together = grouped(byKey, ([key]) => keys.get(key)!)
  return new Map([...together].map(([key, parts]) => [key, parts.flatMap(([, places]) => places)]))
}

/** Violations of one response rule in one field. A field is the same in every operation. */
export const ruleKey = ({ requirement, at, message }: Finding) =>
  // The template would take the statuses out.
  ['rule', requirement, fieldOf(at), at === 'status' ? message : template(message)].join(' ')

/** `createdAt` of `/data/0/createdAt`; of another place the place itself. */
export const fieldOf = (at: string): string =>
  at.startsWith('/') ? (at.split('/').findLast((part) => !/^\d*$/.test(part)) ?? '') : at

/** Requirements that no check and no response judged: the run was cut off, or the deployment never showed them. */
function ofResult({ id, reason = 'it was not judged', fixIn = 'harness', next }: RequirementResult): Bare {
  return {
    ...correction('block', template(reason)),
    requirements: [id],
    isBlocked: true,
    message: reason,
    fixIn,
    ...(next !== undefined && { next }),
    operation: undefined,
    guilty: [],
    attempt: [],
  }
}
