/** The causes of all failed and blocked requirements. Pure. */
import type { Verdict } from '../../spec/judgement.ts'
import { commandOfCause, sortedIds, thenRun, type Commands } from '../commands.ts'
import { isSometimes, laws, titleOf } from './cause-words.ts'
import { findingsOf } from './findings-of-cause.ts'
import { nextOf } from './next-of-cause.ts'
import {
  comparedWithWrong,
  badIdentifier,
  blockedInFlow,
  recommended,
  sameDecision,
  contradicts,
  sameEnd,
  sameName,
  sameRead,
  sameValues,
  sameAmount,
  sameRace,
  ignoredHeader,
  neverShown,
  suspectedName,
  notStored,
  afterCrash,
  failedStep,
  sameCredentials,
  codeOfRightStatus,
  sameField,
  afterAccepting,
  sameWrite,
  sameRequirement,
  sameResponses,
  sameWords,
  shownByRead,
} from './explained-by.ts'
import {
  afterRejecting,
  brokenErrorBody,
  brokenRule,
  isNamedIn,
  lacksField,
  ruleOfField,
  sameError,
  sameResponse,
} from './explained-by-response.ts'
import { grouped } from '../../spec/grouped.ts'
import { oddOneOut, oddTitle } from './odd-one-out.ts'
import { mergeExplained, groupsOf, guiltyOf, requirementsOf, type Group } from './group.ts'
import type { Cause } from '../conformance.ts'
import { requirementsThatShow } from '../shown-by.ts'
import { ofWholeDeployment } from './whole-deployment.ts'
import {
  isContradiction,
  isOfAllFlows,
  PAGE_FIELDS,
  statusViolation,
  type Kind,
  type Symptom,
} from './symptom.ts'
import { fieldOf, symptomsOf, type Found } from './symptoms-of.ts'

/** Order matters: equal groups merge before their consequences. */
const STEPS = [
  suspectedName,
  ignoredHeader,
  sameField,
  comparedWithWrong,
  sameRequirement,
  sameWords,
  sameResponse,
  contradicts,
  sameEnd,
  sameValues,
  sameAmount,
  sameRace,
  sameCredentials,
  sameName,
  sameDecision,
  shownByRead,
  sameWrite,
  sameRead,
  notStored,
  sameError,
  afterAccepting,
  afterRejecting,
  afterCrash,
  badIdentifier,
  lacksField,
  failedStep,
  blockedInFlow,
  recommended,
  neverShown,
  codeOfRightStatus,
  sameResponses,
  brokenRule,
  brokenErrorBody,
  ruleOfField,
]

/** Kinds of which the statement of a requirement says what is wrong. */
const STATED: ReadonlySet<Kind> = new Set([
  'crash',
  'rejects',
  'accepts',
  'error',
  'code',
  'field',
  'value',
  'rule',
  'name',
])

const EXCHANGES_SHOWN = 20
const WORST_FIRST: readonly Verdict[] = ['fail', 'flaky', 'blocked', 'warn']

/**
 * The causes of a run, the worst first, then those whose correction resolves most requirements.
 *
 * @param commands that the next steps name; undefined: none is known
 */
export function causesOf(found: Found, commands?: Commands): readonly Cause[] {
  const groups = groupedCauses(found)
  const byRequirement = grouped(
    groups.flatMap((group) => requirementsOf(group).map((id) => ({ id, group }))),
    ({ id }) => id,
  )
  const results = new Map(found.results.map((result, place) => [result.id, { ...result, place }]))
  const titles = new Map(found.results.map(({ id, title }) => [id, title]))
  const withCommand = (step: string, own: Commands, requirements: readonly string[], group: Group) => {
    const shown = shownBy(group, groups, found)
    const command = commandOfCause(
      own,
      { requirements: [...requirements, ...shown] },
      found.results,
      found.only,
    )
    return thenRun(step, command, shown)
  }
  const ranked = groups.map((merged) => {
    const failed = headedByFailure(merged, (id) => results.get(id)!.verdict)
    const group = headedByPlainRule(headedByPage(headedBySuccess(failed, found)))
    const { head } = group
    const requirements = sortedIds(requirementsOf(group))
    const odd = oddOneOut(group, found.exchanges)
    const next = odd
      ? `Correct \`${odd.field}\` in the response of ${odd.operation} (exchange ${odd.exchange}).`
      : nextOf(group)
    const { title, operation } = odd
      ? { title: oddTitle(odd), operation: odd.operation }
      : titleOf(group, found, titles)
    const binding = operation === undefined ? undefined : found.operations[operation]
    const findings = findingsOf(group)
    const rule = STATED.has(head.kind) ? ruleIn(group) : undefined
    const parts = {
      requirements,
      ...(rule !== undefined && { rule }),
      ...(findings.length > 1 && { findings }),
    }
    const cause: Cause = {
      id: slug(head.key),
      title,
      ...(binding && { address: `${binding.method} ${binding.path}` }),
      verdict: verdictOf(group, (id) => results.get(id)!.verdict),
      fixIn: head.fixIn,
      next: commands && head.fixIn !== 'harness' ? withCommand(next, commands, requirements, merged) : next,
      ...parts,
      resolves: requirements.filter((id) => byRequirement.get(id)?.length === 1).length,
      exchanges: [...new Set([...head.guilty.map(({ id }) => id), ...guiltyOf(group)])].slice(
        0,
        EXCHANGES_SHOWN,
      ),
    }
    const place = Math.min(...requirements.map((id) => results.get(id)!.place))
    return { cause, place, isWide: head.kind === 'deployment' }
  })
  return withOwnIds(worstFirst(ranked))
}

interface Ranked {
  readonly cause: Cause
  /** Of its first requirement in the contract. */
  readonly place: number
  readonly isWide: boolean
}

function worstFirst(ranked: readonly Ranked[]): readonly Cause[] {
  const sorted = ranked.toSorted(
    (one, other) =>
      Number(other.isWide) - Number(one.isWide) ||
      WORST_FIRST.indexOf(one.cause.verdict) - WORST_FIRST.indexOf(other.cause.verdict) ||
      other.cause.resolves - one.cause.resolves ||
      other.cause.requirements.length - one.cause.requirements.length ||
      one.place - other.place,
  )
  return sorted.map(({ cause }) => cause)
}

/** A recommendation does not name the failure of a MUST. */
function headedByFailure(group: Group, verdictOfRequirement: (id: string) => Verdict): Group {
  const isWarning = ({ requirements }: Symptom) =>
    requirements.every((id) => verdictOfRequirement(id) === 'warn')
  const { kind } = group.head
  if (!isWarning(group.head)) return group
  const failing = group.symptoms.filter((symptom) => !symptom.isBlocked && !isWarning(symptom))
  const head =
    kind === 'rule' ? failing[0] : failing.find((symptom) => symptom.kind === kind && !isOfAllFlows(symptom))
  return head ? { ...group, head } : group
}

/** Where an operation always crashes, a request that must succeed shows it best. */
function headedBySuccess(group: Group, { exchanges }: Pick<Found, 'exchanges'>): Group {
  const { head, symptoms } = group
  if (head.kind !== 'crash' || isSometimes(group, exchanges)) return group
  const succeeding = symptoms.filter(
    ({ key, violation }) =>
      key === head.key && violation !== undefined && statusViolation(violation)?.wants === 'success',
  )
  // The fewer requests before it, the more its rule is about the operation.
  const [plain] = succeeding.toSorted((one, other) => one.attempt.length - other.attempt.length)
  return plain ? { ...group, head: plain } : group
}

/** The rule of a page says why a list is wrong: "hasMore is true, and there is no nextCursor". */
function headedByPage(group: Group): Group {
  const { kind, operation } = group.head
  if (!['field', 'value'].includes(kind) || operation?.startsWith('list') !== true) return group
  const page = group.symptoms.find(
    ({ finding, isWarning, requirements: [id = ''] }) =>
      finding !== undefined && isWarning !== true && laws.has(id) && PAGE_FIELDS.has(fieldOf(finding.at)),
  )
  return page ? { ...group, head: page } : group
}

const SCHEMAS = 'CNV-02'

/**
 * Of the checks that saw the same value in a field, one whose rule names the field or the value. The shortest rule is the
 * most direct one.
 */
function headedByPlainRule(group: Group): Group {
  const { violation } = group.head
  if (group.head.kind !== 'field' || violation === undefined) return group
  const alike = group.symptoms.filter(
    ({ key, isBlocked, isWarning, violation: other }) =>
      key === group.head.key &&
      !isBlocked &&
      isWarning !== true &&
      other?.expected === violation.expected &&
      other.actual === violation.actual,
  )
  const names = [violation.at.split('.').at(-1)!, violation.expected.replaceAll('"', '')]
  const lengthOf = ({ rules }: Symptom) => {
    const text = rules.join(' ')
    return text.length + (names.some((name) => isNamedIn(text, name)) ? 0 : LONGER_THAN_ANY)
  }
  return { ...group, head: alike.toSorted((one, other) => lengthOf(one) - lengthOf(other))[0] ?? group.head }
}

const LONGER_THAN_ANY = 1_000

/** If one check of an area failed with the rule that schemas are kept, its statement says more. */
function ruleIn({ head, symptoms }: Group): string | undefined {
  if (head.kind === 'rule' && head.finding?.requirement !== SCHEMAS) return head.requirements[0]
  const ofAreas = symptoms.filter(
    (symptom) =>
      !symptom.isBlocked &&
      !isOfAllFlows(symptom) &&
      !(symptom.violation && isContradiction(symptom.violation)),
  )
  return (ofAreas.length === 1 ? ofAreas[0]! : head).requirements[0]
}

/** A requirement that the cause only blocks stays blocked. */
function verdictOf({ symptoms }: Group, verdictOfRequirement: (id: string) => Verdict): Verdict {
  const verdicts = symptoms
    .filter(({ isBlocked }) => !isBlocked)
    .flatMap(({ requirements }) => requirements.map(verdictOfRequirement))
  return WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'blocked'
}

/**
 * Requirements of areas whose checks send requests that violate the response rules of a group: a run of the rules alone
 * judges everything, and fails for the other causes too.
 */
function shownBy(group: Group, groups: readonly Group[], found: Found): readonly string[] {
  const ofRules = group.symptoms.filter(({ kind }) => kind === 'rule')
  const places = ofRules.flatMap(({ finding, guilty }) =>
    guilty.map(({ id, operation = '' }) => ({ id, place: `${finding?.requirement} ${operation}` })),
  )
  const sets = [...grouped(places, ({ place }) => place).values()].map(
    (some) => new Set(some.map(({ id }) => id)),
  )
  const wrong = new Set(groups.flatMap((other) => (other === group ? [] : [...guiltyOf(other)])))
  return sets.length === 0
    ? []
    : (requirementsThatShow(sets, requirementsOf(group), judgedIn(found), wrong) ?? [])
}

/** What the checks of the run judged: a run of response rules alone has no results of other requirements. */
function judgedIn({ judgements }: Found) {
  const all = judgements.flatMap(({ requirements, verdict, exchanges, check }) =>
    requirements.map((id) => ({ id, verdict, exchanges, check })),
  )
  return [...grouped(all, ({ id }) => id)].map(([id, some]) => ({
    id,
    hasPassed: some.every(({ verdict }) => verdict === 'pass'),
    checks: [...grouped(some, ({ check }) => check).values()].map((attempts) => ({
      exchanges: attempts.flatMap(({ exchanges }) => exchanges),
    })),
  }))
}

const slug = (key: string) =>
  key
    .replaceAll(/[^A-Za-z0-9.]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80)

function withOwnIds(causes: readonly Cause[]): readonly Cause[] {
  const taken = new Map<string, number>()
  return causes.map((cause) => {
    const before = taken.get(cause.id) ?? 0
    taken.set(cause.id, before + 1)
    return before === 0 ? cause : { ...cause, id: `${cause.id}-${before + 1}` }
  })
}

function groupedCauses(found: Found): readonly Group[] {
  const { groups, rest } = ofWholeDeployment(symptomsOf(found), found.exchanges, found.operations)
  return [...groups, ...STEPS.reduce<readonly Group[]>(mergeExplained, groupsOf(rest))]
}
