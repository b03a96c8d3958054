/**
 * Conforming variants: runs the suites, including waits, against deployments that interpret the open points of the
 * contract differently from the reference server. Every failure is a false failure of a check.
 */
import type { Variant } from '../variants/index.ts'
import { catalogueCodes, requirements, type RequirementId } from '../../spec/index.ts'
import type { Bindings } from '../hosted/hurried-file.ts'
import { judgeHosted } from '../hosted/judge-hosted.ts'
import type { CheckResultKept } from '../hosted/judge-targets.ts'
import { count } from '../../spec/count.ts'

/** Variants that are active together, at most one of each open point. */
export type Combination = readonly Variant[]

export interface Alarm {
  readonly id: RequirementId
  readonly verdict: 'fail' | 'warn' | 'blocked' | 'flaky'
  readonly message: string
  /** It is blocked because this machine was too slow, which says nothing about the variants. */
  readonly isLate?: true
}

export interface CombinationResult {
  readonly combination: Combination
  /** Failures that no variant of the combination explains. */
  readonly alarms: readonly Alarm[]
  /** Requirements with at least one check that passed. */
  readonly passed: ReadonlySet<RequirementId>
  /** Requirements with at least one check that warned. */
  readonly warned: ReadonlySet<RequirementId>
  readonly checksRun: number
}

/**
 * With provider states, all but the error catalogue: the reference server causes its errors by the rules that a variant
 * replaces, while another deployment would cause them in its own way. Without provider states the same requests cause
 * the errors of every deployment.
 */
export const judgedOnVariants = (isStateless: boolean): readonly RequirementId[] =>
  requirements.filter(({ area }) => isStateless || area !== 'error-catalogue').map(({ id }) => id)

/**
 * Each variant once, except those that are judged alone, and as many together as possible: the k-th combination has one
 * variant of every point with at least k variants. The starting points are spread, so that points with few variants do
 * not all meet in the first combination.
 */
export function combinationsOf(all: readonly Variant[]): readonly Combination[] {
  const together = all.filter(({ alone }) => alone !== true)
  const points = [...Map.groupBy(together, ({ point }) => point).values()]
  const rounds = Math.max(...points.map((readings) => readings.length))
  const chosen = Array.from({ length: rounds }, () => new Set<Variant>())
  for (const [index, readings] of points.entries()) {
    for (const [place, reading] of readings.entries()) chosen[(index + place) % rounds]!.add(reading)
  }
  return chosen.map((readings) => together.filter((variant) => readings.has(variant)))
}

/**
 * Runs the suites against each combination; where checks ran out of time, those of their requirements once more, which
 * have the machine nearly alone.
 *
 * @param isStateless the deployments serve no provider states: a blocked requirement is not an alarm
 * @param judged default: all that variants are judged by
 */
export async function judgeVariants(
  combinations: readonly Combination[],
  isStateless = false,
  judged = judgedOnVariants(isStateless),
): Promise<readonly CombinationResult[]> {
  const results = await judgeOnce(combinations, isStateless, judged)
  const late = results.filter((result) => lateIn(result).length > 0)
  if (late.length === 0) return results
  const again = await judgeOnce(
    late.map(({ combination }) => combination),
    isStateless,
    [...new Set(late.flatMap(lateIn))],
  )
  return results.map((result) => {
    const second = again.find(({ combination }) => combination === result.combination)
    return second === undefined ? result : withSecond(result, second)
  })
}

const lateIn = ({ alarms }: CombinationResult): readonly RequirementId[] =>
  alarms.filter(({ isLate }) => isLate).map(({ id }) => id)

/**
 * A result in which the requirements that were late have the alarms of their second judgement.
 *
 * @param second of at least those requirements
 */
export function withSecond(first: CombinationResult, second: CombinationResult): CombinationResult {
  const late = lateIn(first)
  return {
    combination: first.combination,
    alarms: [
      ...first.alarms.filter(({ isLate }) => !isLate),
      ...second.alarms.filter(({ id, isLate }) => !isLate || late.includes(id)),
    ],
    passed: new Set([...first.passed, ...second.passed]),
    warned: new Set([...first.warned, ...second.warned]),
    checksRun: first.checksRun,
  }
}

async function judgeOnce(
  combinations: readonly Combination[],
  isStateless: boolean,
  judged: readonly RequirementId[],
): Promise<readonly CombinationResult[]> {
  const cells = await judgeHosted(
    combinations.map((combination) => ({
      name: nameOf(combination),
      prefix: `/variants/${nameOf(combination)}`,
      only: judged,
      waitsFor: judged,
      isStateless,
      bindings: Object.assign({}, ...combination.map(bindingsOf)) as Bindings,
      notOffered: combination.flatMap(({ lacks = [] }) => lacks),
    })),
  )
  return combinations.map((combination) =>
    resultOf(combination, cells.get(nameOf(combination)) ?? [], isStateless),
  )
}

const bindingsOf = ({ notOffered = [], bound = {} }: Variant): Bindings => ({
  ...Object.fromEntries(notOffered.map((operation) => [operation, null])),
  ...bound,
})

const nameOf = (combination: Combination) => combination.map(({ id }) => id).join('+')

function resultOf(
  combination: Combination,
  cells: readonly CheckResultKept[],
  isStateless: boolean,
): CombinationResult {
  const warns = new Set<string>(combination.flatMap((variant) => variant.warns ?? []))
  const unmet = new Set(combination.flatMap((variant) => variant.unmet ?? []))
  const blocks = new Set<string>([
    ...combination.flatMap((variant) => variant.blocks ?? []),
    ...catalogueCodes.filter(({ code }) => unmet.has(code)).map(({ requirement }) => requirement),
  ])
  const alarms = cells.flatMap(
    ({ title, requirements: ids, verdict, message = '', obstacle, conventions }) => {
      const accounted =
        verdict === 'pass' ||
        ((verdict === 'warn' || verdict === 'blocked') && ids.every((id) => warns.has(id))) ||
        (verdict === 'blocked' && (isStateless || ids.some((id) => blocks.has(id))))
      return [
        ...(accounted
          ? []
          : ids.map((id) => ({
              id,
              verdict,
              message: `${title}: ${message}`,
              ...(obstacle === 'time' && { isLate: true }),
            }))),
        ...conventions
          .filter(({ requirement }) => !warns.has(requirement))
          .map(({ requirement, violations }) => ({
            id: requirement,
            verdict: 'fail',
            message: `${title}: ${violations.map(({ finding }) => `${finding.at} ${finding.message}`).join('; ')}`,
          })),
      ] as Alarm[]
    },
  )
  const idsThat = (wanted: CheckResultKept['verdict']) =>
    new Set(
      cells.flatMap(({ verdict, requirements: ids }) => (verdict === wanted ? ids : [])) as RequirementId[],
    )
  return {
    combination,
    alarms,
    passed: idsThat('pass'),
    warned: new Set([
      ...idsThat('warn'),
      ...cells.flatMap(
        ({ conventions }) =>
          conventions.map(({ requirement }) => requirement).filter((id) => warns.has(id)) as RequirementId[],
      ),
    ]),
    checksRun: cells.length,
  }
}

/** One line per combination, and one per false failure. */
export const describeVariantResult = ({ combination, alarms, checksRun }: CombinationResult): string =>
  [
    `${alarms.length === 0 ? 'quiet ' : 'ALARM '} ${nameOf(combination)} (${count(checksRun, 'check')})`,
    ...alarms.map(({ id, verdict, message }) => `        ${verdict} ${id}: ${message.slice(0, 400)}`),
  ].join('\n')
