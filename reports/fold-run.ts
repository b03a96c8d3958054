/** From the judgements of a finished run to the verdicts of its requirements. */
import { CONTRACT_VERSION } from '../spec/contract-version.ts'
import { CONVENTIONS, isClaimable, unclaimedArea } from '../spec/claims.ts'
import type { Area, Capability, Profile, Requirement } from '../spec/model.ts'
import { operations } from '../spec/index.ts'
import { causesOf } from './causes/causes-of.ts'
import type { KnownOperations } from './causes/symptoms-of.ts'
import { arrangedStates } from './arranged-states.ts'
import type { Commands } from './commands.ts'
import { checkResult, unrunCheck, type CheckAttempts } from './check-result.ts'
import { conventionResult } from './convention-result.ts'
import type {
  AreaResult,
  CalledOperations,
  Cause,
  FixIn,
  CheckResult,
  Conformance,
  Coverage,
  Exchange,
  Judgement,
  OperationLatency,
  PlannedCheck,
  RequirementResult,
  ShardOfRun,
} from './conformance.ts'
import { nextStep } from './next-step.ts'
import { profilesOf } from './profiles.ts'
import { settled } from './settle.ts'
import { runVerdict, totalsOf, worstOf } from './verdicts.ts'
import { withoutStates } from './without-states.ts'

/** Everything a run leaves behind when it ends, of one deployment. */
export interface FinishedRun {
  /** Default: the version that Assay was made for. */
  readonly contractVersion?: string
  /** Requirements of a later version that no check judges, whatever was judged; default: none. */
  readonly withoutCheck?: ReadonlySet<string>
  /** As the edition judges by it. */
  readonly catalogue: readonly Requirement[]
  readonly edition: number
  /** Of the edition; default: none. */
  readonly profiles?: readonly Profile[]
  readonly areas: readonly Area[]
  /** Areas that the deployment claims; undefined: all. */
  readonly claimedAreas: readonly string[] | undefined
  /** false: it names no provider-state endpoint and no functions; default: true. */
  readonly servesStates?: boolean
  /** How many operations the run called, and how many of them seem not to be there; default: not known. */
  readonly called?: CalledOperations
  /** Operations that the deployment file binds to null. */
  readonly notOffered: readonly string[]
  /** Capabilities that the deployment file names as not offered; default: none. */
  readonly withoutCapabilities?: readonly Capability[]
  /** Groups of operations that the deployment file binds to one address; default: none. */
  readonly sharedAddresses?: readonly (readonly string[])[]
  /** Requirement or area ids that the run was restricted to; empty: no restriction. */
  readonly only: readonly string[]
  /** Which part of a run it is; default: the whole. */
  readonly shard?: ShardOfRun
  readonly planned: readonly PlannedCheck[]
  readonly judgements: readonly Judgement[]
  /** Of the contract version; default: of the version that Assay was made for. */
  readonly operations?: KnownOperations
  /** The recording; default: unknown. */
  readonly exchanges?: readonly Exchange[]
  readonly toolVersion: string
  readonly deployment: { readonly name: string; readonly baseUrl: string }
  readonly seed: string
  /** The command that judges the same deployment again; default: unknown. */
  readonly commands?: Commands
  readonly startedAt: string
  readonly finishedAt: string
  readonly complete: boolean
  readonly incompleteReason?: string
  /** The next step; default: unknown. */
  readonly incompleteNext?: string
  /** Where to fix it when the run is not complete; default: the environment's. */
  readonly incompleteFixIn?: FixIn
  readonly coverage: Coverage
  readonly latency?: readonly OperationLatency[]
  /** Ids of exchanges with operations that are not where they are bound. */
  readonly unserved: ReadonlySet<string>
}

/** Folds everything a finished run left behind into the value that every report is written from. */
export function foldRun(finished: FinishedRun): Conformance {
  const run = { ...finished, judgements: settled(inPlannedOrder(finished)) }
  const { shard } = run
  // A shard judges only a part, whatever its result.
  const complete = run.complete && shard === undefined
  const attempts = attemptsByRequirement(run)
  const states = arrangedStates(run.judgements)
  const { withoutCapabilities: capabilities = [] } = run
  const requirements = run.catalogue
    .filter((requirement) => isAsked(requirement, run))
    .map((requirement) => requirementResult(requirement, run, attempts.get(requirement.id) ?? []))
  const causes = causesOf(
    {
      judgements: run.judgements,
      results: requirements,
      exchanges: run.exchanges ?? [],
      disregarded: run.unserved,
      operations: run.operations ?? operations,
      only: run.only,
    },
    run.commands,
  )
  const results = withCauses(requirements, causes)
  return {
    schemaVersion: 1,
    tool: { name: 'assay', version: run.toolVersion },
    contractVersion: run.contractVersion ?? CONTRACT_VERSION,
    deployment: run.deployment,
    edition: run.edition,
    seed: run.seed,
    ...(run.commands && { commands: run.commands }),
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    complete,
    ...(complete ? {} : { incompleteReason: incompleteReason(run) }),
    verdict: runVerdict(requirements, complete),
    only: run.only,
    ...(shard && { shard: { ...shard, complete: run.complete } }),
    totals: totalsOf(requirements),
    areas: run.areas.map((area) => areaResult(area, run, requirements)),
    requirements: results,
    ...(run.profiles && complete && run.only.length === 0
      ? { profiles: profilesOf(run.profiles, results, run) }
      : {}),
    causes,
    coverage: run.coverage,
    ...(run.latency === undefined ? {} : { latency: run.latency }),
    ...(states.length === 0 ? {} : { states }),
    ...(run.servesStates === false && { withoutStates: withoutStates(requirements, run.called) }),
    ...(capabilities.length === 0
      ? {}
      : { notOffered: capabilities.map(({ id, title }) => ({ id, title })) }),
    secondOpinions: { asked: false, opinions: [] },
  }
}

const withCauses = (results: readonly RequirementResult[], causes: readonly Cause[]) =>
  results.map((result) => {
    const cause = causes.find(({ requirements }) => requirements.includes(result.id))
    return cause ? { ...result, cause: cause.id } : result
  })

function incompleteReason({ complete, incompleteReason: reason, shard }: FinishedRun): string {
  if (complete && shard)
    return `it is shard ${shard.index} of ${shard.of}, and the other shards judge the rest`
  return reason ?? 'the run was interrupted'
}

/** The speed of processes does not matter: the report is the same for any order of judgements. */
function inPlannedOrder({ planned, judgements }: FinishedRun): readonly Judgement[] {
  const place = new Map(planned.map(({ check }, index) => [check, index]))
  const placeOf = ({ check }: Judgement) => place.get(check) ?? planned.length
  return [...judgements].sort((a, b) => placeOf(a) - placeOf(b) || a.attempt - b.attempt)
}

/**
 * Response rules are always selected, unless a restricted run that did not name them exercised none. A shard selects
 * those of its checks.
 */
function isAsked({ id, area }: Requirement, { only, judgements, shard, planned }: FinishedRun): boolean {
  const isNamed =
    shard === undefined
      ? only.length === 0 || only.includes(id) || only.includes(area)
      : planned.some(({ requirements }) => requirements.includes(id))
  if (isNamed) return true
  return (
    area === CONVENTIONS &&
    judgements.some(({ conventions }) =>
      conventions.some((tally) => tally.requirement === id && tally.judged > 0),
    )
  )
}

function areaResult(
  { id, title }: Area,
  run: FinishedRun,
  requirements: readonly RequirementResult[],
): AreaResult {
  return {
    id,
    title,
    claimed: unclaimedArea({ area: id }, run.claimedAreas) === undefined,
    totals: totalsOf(requirements.filter(({ area }) => area === id)),
  }
}

/** Planned checks first and in order, then all others, each with its attempts in order. */
function attemptsByRequirement({ planned, judgements }: FinishedRun): Map<string, CheckAttempts[]> {
  const checks = new Map<string, { title: string; requirements: Set<string>; attempts: Judgement[] }>()
  const open = (check: string, title: string, requirements: readonly string[]) => {
    const known = checks.get(check) ?? { title, requirements: new Set<string>(), attempts: [] }
    for (const requirement of requirements) known.requirements.add(requirement)
    checks.set(check, known)
    return known
  }
  for (const { check, title, requirements } of planned) open(check, title, requirements)
  for (const judgement of judgements) {
    open(judgement.check, judgement.title, judgement.requirements).attempts.push(judgement)
  }
  const byRequirement = new Map<string, CheckAttempts[]>()
  for (const { title, requirements, attempts } of checks.values()) {
    for (const id of requirements) {
      byRequirement.set(id, [...(byRequirement.get(id) ?? []), { title, attempts }])
    }
  }
  return byRequirement
}

function requirementResult(
  requirement: Requirement,
  run: FinishedRun,
  attempts: readonly CheckAttempts[],
): RequirementResult {
  const {
    id,
    area,
    level,
    title,
    source,
    operations,
    anyOf = [],
    assumes,
    accepts,
    limits,
    enters,
  } = requirement
  const facts = {
    id,
    area,
    level,
    title,
    source,
    operations: [...operations, ...anyOf],
    assumes,
    ...(accepts === undefined ? {} : { accepts }),
    ...(limits === undefined ? {} : { limits }),
    ...(enters === undefined ? {} : { enters }),
  }
  const unjudged = whyNotJudged(requirement, run, attempts)
  if (unjudged) return { ...facts, ...unjudged, checks: [] }

  if (run.withoutCheck?.has(id)) return { ...facts, ...withoutCheck(run), checks: [] }
  const checks = checksOf(requirement, run, attempts)
  const verdict = worstOf(checks.map((check) => check.verdict))
  const worst = checks.find((check) => check.verdict === verdict)
  if (!worst || !verdict) return { ...facts, ...unseen(requirement, run), checks }
  if (verdict === 'pass') return { ...facts, verdict, checks }
  const { message, fixIn, next } = worst
  return {
    ...facts,
    verdict,
    reason: `${message ?? 'no reason was given'}${whyOnlyWarned(requirement, run.edition)}`,
    ...(fixIn ? { fixIn } : {}),
    ...(next ? { next } : {}),
    checks,
  }
}

/** Assay has no check for a rule that a later version of the contract added or changed. */
const withoutCheck = ({ contractVersion }: FinishedRun) =>
  ({
    verdict: 'blocked',
    fixIn: 'harness',
    reason: `Assay has no check for this rule of contract ${contractVersion}`,
    next: 'Judge it yourself, or wait for a version of Assay that does.',
  }) as const

/** Why a requirement that is a MUST elsewhere only warns. */
function whyOnlyWarned({ enters, upheld }: Requirement, edition: number): string {
  if (upheld) return '; a challenge of this requirement was upheld: it only warns'
  return enters === undefined ? '' : `; not part of edition ${edition}: a MUST from edition ${enters} on`
}

/** The verdicts that need no check: what the contract leaves open and what the deployment does not offer. */
function whyNotJudged(requirement: Requirement, run: FinishedRun, attempts: readonly CheckAttempts[]) {
  const { specified, operations, anyOf = [] } = requirement
  if (!specified) return { verdict: 'not-specified', reason: 'the contract leaves it open' } as const
  const fixIn = { verdict: 'not-applicable', fixIn: 'deployment-file' } as const
  const area = unclaimedArea(requirement, run.claimedAreas)
  if (area !== undefined) {
    const next = `Add ${area} to \`areas:\` of the deployment file to judge it.`
    return { ...fixIn, reason: `the deployment does not claim the area ${area}`, next }
  }
  const lacking = lackingCapability(requirement, run, attempts)
  if (lacking) {
    const next = `Remove ${lacking.id} from \`notOffered:\` of the deployment file to judge it.`
    return { ...fixIn, reason: `the deployment does not offer ${lacking.id} (${lacking.title})`, next }
  }
  const isMissing = (operation: string) => run.notOffered.includes(operation)
  const missing = [...operations.filter(isMissing), ...(anyOf.every(isMissing) ? anyOf : [])]
  if (missing.length === 0) return whyNotApart(requirement, run)
  const reason = `the deployment file binds ${missing.join(', ')} to null`
  return { ...fixIn, reason, next: `Bind ${missing.join(', ')} in the deployment file to judge it.` }
}

/**
 * The capability for want of which nothing judges a requirement. Where only some checks of a requirement need one, the
 * others judge it.
 */
function lackingCapability(
  { id }: Requirement,
  { withoutCapabilities = [] }: FinishedRun,
  attempts: readonly CheckAttempts[],
): Capability | undefined {
  return (
    withoutCapabilities.find(({ requirements }) => requirements.includes(id)) ??
    (attempts.length === 0 ? withoutCapabilities.find(({ partly }) => partly.includes(id)) : undefined)
  )
}

/** Rules about wrong credentials are not judged if another operation at the same address accepts them. */
function whyNotApart({ separate }: Requirement, { sharedAddresses = [] }: FinishedRun) {
  const shared =
    separate && sharedAddresses.some((group) => separate.every((operation) => group.includes(operation)))
  if (!shared) return undefined
  return {
    verdict: 'not-applicable',
    fixIn: 'deployment-file',
    reason: `the deployment file binds ${separate.join(' and ')} to the same method and path, so the credentials of either are valid`,
    next: `If they have different addresses, bind ${separate.join(' and ')} in the deployment file.`,
  } as const
}

function checksOf(
  requirement: Requirement,
  run: FinishedRun,
  attempts: readonly CheckAttempts[],
): readonly CheckResult[] {
  const ordinary = attempts.map((check) =>
    check.attempts.length > 0
      ? checkResult(requirement, check, run.commands)
      : unrunCheck(check.title, unanswered(requirement, run, 'this check was planned but never ran')),
  )
  if (requirement.area !== CONVENTIONS) return ordinary
  const overall = conventionResult(requirement, run.judgements, run.unserved, run.commands)
  return overall ? [...ordinary, overall] : ordinary
}

/**
 * No check judged a requirement. A response rule is not applicable if no response of the claimed areas could violate
 * it. If every check was blocked, and in all other cases, it is blocked.
 */
function unseen(requirement: Requirement, run: FinishedRun) {
  const { claimedAreas: claimed } = run
  const isPartial =
    claimed !== undefined && run.areas.some(({ id }) => isClaimable(id) && !claimed.includes(id))
  const isAnyJudged = run.judgements.some(({ verdict }) => verdict !== 'blocked')
  const mayBeUnseen = isPartial || requirement.optional === true
  if (requirement.area !== CONVENTIONS || !run.complete || !mayBeUnseen || !isAnyJudged)
    return { verdict: 'blocked', ...unanswered(requirement, run) } as const
  if (!isPartial)
    return {
      verdict: 'not-applicable',
      fixIn: 'implementation',
      reason: 'no response contained a value that this rule checks, and the contract requires no such value',
      next: 'Nothing to do: a run judges the rule when a response contains it.',
    } as const
  return {
    verdict: 'not-applicable',
    fixIn: 'deployment-file',
    reason: 'no response of the claimed areas could break this rule',
    next: 'Claim further areas under `areas:` of the deployment file to judge it.',
  } as const
}

/** Why no check judged a requirement: the run was cut off, or Assay has an error. */
function unanswered(requirement: Requirement, run: FinishedRun, forgotten = 'no check judged it') {
  const isConvention = requirement.area === CONVENTIONS
  const whose = run.incompleteFixIn ?? 'environment'
  const fixIn = run.complete ? (isConvention ? 'environment' : 'harness') : whose
  const missing = isConvention ? 'no response could violate it' : forgotten
  if (run.complete)
    return { reason: missing, fixIn, next: nextStep(requirement, fixIn, run.commands) } as const
  return {
    reason: incompleteReason(run),
    fixIn,
    next: run.incompleteNext ?? 'Unblock the checks first, then run again.',
  } as const
}
