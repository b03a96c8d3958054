/** The root causes of everything that did not hold. Pure. */
import type { Verdict } from '../../spec/judgement.ts'
import { commandOfCause, thenRun, type Commands } from '../commands.ts'
import { nextOf, titleOf } from './cause-words.ts'
import {
  badIdentifier,
  blockedInFlow,
  recommended,
  sameDecision,
  sameEnd,
  sameName,
  sameRead,
  sameValues,
  suspectedName,
  afterCrash,
  failedStep,
  sameCredentials,
  sameField,
  afterAccepting,
  sameWrite,
  sameRequirement,
  sameResponses,
  sameWords,
  shownByRead,
} from './explained-by.ts'
import { afterRejecting, brokenRule, lacksField } from './explained-by-response.ts'
import { grouped } from '../../spec/grouped.ts'
import { absorbed, groupsOf, guiltyOf, requirementsOf, type Group } from './group.ts'
import type { Cause } from '../conformance.ts'
import { ofWholeDeployment } from './whole-deployment.ts'
import { symptomsOf, type Found } from './symptoms-of.ts'

/** In this order: what is the same comes before what follows from it. */
const STEPS = [
  suspectedName,
  sameField,
  sameRequirement,
  sameWords,
  sameEnd,
  sameValues,
  sameCredentials,
  sameName,
  sameDecision,
  shownByRead,
  sameWrite,
  sameRead,
  afterAccepting,
  afterRejecting,
  afterCrash,
  badIdentifier,
  lacksField,
  failedStep,
  blockedInFlow,
  recommended,
  sameResponses,
  brokenRule,
]

const EXCHANGES_SHOWN = 20
const WORST_FIRST: readonly Verdict[] = ['fail', 'flaky', 'blocked', 'warn']

/**
 * The causes of a run, the worst first, then those that free most requirements.
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
  const ranked = groups.map((group) => {
    const { head } = group
    const requirements = requirementsOf(group).toSorted(
      (one, other) => results.get(one)!.place - results.get(other)!.place,
    )
    const next = nextOf(group)
    const cause: Cause = {
      id: slug(head.key),
      title: titleOf(group, found.exchanges, titles),
      verdict: verdictOf(group, (id) => results.get(id)!.verdict),
      fixIn: head.fixIn,
      next:
        commands && head.fixIn !== 'harness'
          ? thenRun(
              next,
              commandOfCause(commands, requirements, (id) => results.get(id)!.area),
            )
          : next,
      requirements,
      frees: requirements.filter((id) => byRequirement.get(id)?.length === 1).length,
      exchanges: [...guiltyOf(group)].slice(0, EXCHANGES_SHOWN),
    }
    return { cause, place: results.get(requirements[0]!)!.place, isWide: head.kind === 'deployment' }
  })
  const sorted = ranked.toSorted(
    (one, other) =>
      Number(other.isWide) - Number(one.isWide) ||
      WORST_FIRST.indexOf(one.cause.verdict) - WORST_FIRST.indexOf(other.cause.verdict) ||
      other.cause.frees - one.cause.frees ||
      other.cause.requirements.length - one.cause.requirements.length ||
      one.place - other.place,
  )
  return withOwnIds(sorted.map(({ cause }) => cause))
}

/** What is only blocked by it is no worse than that. */
function verdictOf({ symptoms }: Group, verdictOfRequirement: (id: string) => Verdict): Verdict {
  const verdicts = symptoms
    .filter(({ isBlocked }) => !isBlocked)
    .flatMap(({ requirements }) => requirements.map(verdictOfRequirement))
  return WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'blocked'
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
  const { groups, rest } = ofWholeDeployment(symptomsOf(found), found.exchanges)
  return [...groups, ...STEPS.reduce<readonly Group[]>(absorbed, groupsOf(rest))]
}
