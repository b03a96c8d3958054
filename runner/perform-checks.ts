import { shuffled } from '../fixtures/http/identity.ts'
import type { Check } from '../fixtures/registered-check.ts'
import { createSemaphore, type ReleaseWhile } from '../fixtures/semaphore.ts'
import type { Judgement } from '../spec/index.ts'
import { retryFailedChecks } from './retry-failed-checks.ts'

/**
 * Performs one attempt at a check.
 *
 * @param number 1 for the first
 * @param rest lets other checks run while this one waits; default: no effect
 */
export type Attempt = (check: Check, number: number, rest?: ReleaseWhile) => Promise<Judgement>

/** Attempts at one check, in order. */
type Attempts = readonly [Judgement, ...Judgement[]]

/** Attempts at several checks. */
export interface Performer {
  /**
   * Performs checks in parallel: those that wait for an expiry at once, the others within the concurrency limit. A
   * check that ran out of time, or lost its connection, judged nothing: it is retried once, with more time.
   */
  perform(checks: readonly Check[]): Promise<readonly Attempts[]>
  /**
   * Retries each failed check once, the fastest first, after all other checks.
   *
   * @param areSettled retries wait most of the time, so they run in parallel
   */
  retryFailed(
    checks: readonly Check[],
    attempts: readonly Attempts[],
    areSettled: boolean,
  ): Promise<readonly Judgement[]>
}

/** @param atOnce how many checks have a turn at a time */
export function createPerformer(attempt: Attempt, atOnce: number): Performer {
  const semaphore = createSemaphore(atOnce)
  const run = (check: Check, number: number) =>
    check.waits ? attempt(check, number) : semaphore.run((rest) => attempt(check, number, rest))

  return {
    perform: (checks) =>
      Promise.all(
        checks.map(async (check): Promise<Attempts> => {
          const first = await run(check, 1)
          return first.obstacle === undefined ? [first] : [first, await run(check, 2)]
        }),
      ),
    retryFailed(checks, attempts, areSettled) {
      const failed = checks
        .map((check, index) => ({
          check,
          number: attempts[index]!.length + 1,
          last: attempts[index]!.at(-1)!,
        }))
        .filter(({ last }) => (areSettled ? isUnsettled(last) : last.verdict === 'fail'))
        .toSorted((one, other) => one.last.durationMs - other.last.durationMs)
      const besideOthers = ({ check, number }: (typeof failed)[number]) => run(check, number)
      return retryFailedChecks(
        failed,
        areSettled ? undefined : ({ check, number }) => attempt(check, number),
        besideOthers,
        ({ verdict }) => verdict === 'fail',
      )
    },
  }
}

/** Whether it may be due to an earlier state that the check read. */
const isUnsettled = ({ verdict, isSettled, missingState, fixIn }: Judgement): boolean =>
  verdict === 'fail' ||
  (isSettled !== true && verdict === 'warn') ||
  (isSettled !== true && verdict === 'blocked' && missingState === undefined && fixIn !== 'environment')

/** What took long in an earlier run: hints, by which a run starts sooner what ends late. */
export interface KnownTimes {
  /** How long each suite took, ms. */
  readonly durations: Readonly<Record<string, number>>
  /** Keys of the checks that wait for seconds although nothing expires, or send very many requests. */
  readonly slow: ReadonlySet<string>
}

/**
 * Checks that wait for an expiry first, then the slow ones, then the longest suites, so that nothing long starts last.
 * Checks that share states are adjacent.
 */
export function inStartingOrder(checks: readonly Check[], { durations, slow }: KnownTimes): readonly Check[] {
  const waitOf = ({ waits, key }: Check) => (waits ? 2 : Number(slow.has(key)))
  const durationOf = ({ suite }: Check) => durations[suite] ?? 0
  const placeOf = placesIn(checks)
  return checks.toSorted(
    (a, b) => waitOf(b) - waitOf(a) || durationOf(b) - durationOf(a) || placeOf(a) - placeOf(b),
  )
}

/**
 * In the order of the seed, but checks that wait for an expiry still start first, and checks that share states are
 * adjacent.
 */
export function inDrawnOrder(checks: readonly Check[], seed: string): readonly Check[] {
  const drawn = shuffled(checks, seed)
  const placeOf = placesIn(drawn)
  return drawn.toSorted((a, b) => Number(b.waits) - Number(a.waits) || placeOf(a) - placeOf(b))
}

/** The position of the first check that shares states with a check. */
function placesIn(checks: readonly Check[]): (check: Check) => number {
  const firstOf = new Map<string, number>()
  checks.forEach(({ key, sharing }, index) => {
    const group = sharing?.states ?? key
    if (!firstOf.has(group)) firstOf.set(group, index)
  })
  return ({ key, sharing }) => firstOf.get(sharing?.states ?? key)!
}
