/** The combined result of the attempts at one check. */
import type { Requirement } from '../spec/model.ts'
import type { Commands } from './commands.ts'
import type { FixIn, CheckResult, Judgement, Verdict, Violation } from './conformance.ts'
import { nextStep } from './next-step.ts'

/** A check and the judgements of its attempts, in order. */
export interface CheckAttempts {
  readonly title: string
  readonly attempts: readonly Judgement[]
}

/**
 * One verdict over all attempts. Failed in every judged attempt is `fail` (`warn` for a SHOULD); failed and passed is
 * `flaky`; an attempt without a judgement does not count against a judged one. In another state than the one that was
 * asked for, nothing is judged. If the last attempt waited before each read, only attempts that did so count. Where a
 * retry shows that changes become visible late, an attempt does not count whose failure is what it waited for.
 */
export function checkVerdict(
  attempts: readonly Pick<Judgement, 'verdict' | 'obstacle' | 'isLate' | 'isInVain' | 'isSettled'>[],
  level: Requirement['level'],
): Verdict {
  if (attempts.at(-1)?.isSettled === true && attempts.some(({ isSettled }) => !isSettled))
    return checkVerdict(
      attempts.filter(({ isSettled }) => isSettled),
      level,
    )
  if (attempts.some(({ obstacle }) => obstacle === 'state')) return 'blocked'
  const isLate = attempts.at(-1)?.isLate === true
  const broken = attempts.some((attempt) => isBroken(attempt) && !(isLate && attempt.isInVain))
  const held = attempts.some(({ verdict }) => verdict === 'pass')
  if (broken && held) return 'flaky'
  if (broken) return level === 'MUST' ? 'fail' : 'warn'
  return held ? 'pass' : 'blocked'
}

/**
 * The result of a check for one of the requirements that it judges.
 *
 * @param commands that the next step names; undefined: none is known
 */
export function checkResult(
  requirement: Requirement,
  { title, attempts }: CheckAttempts,
  commands?: Commands,
): CheckResult {
  const verdict = checkVerdict(attempts, requirement.level)
  const telling = decidingAttempt(verdict, attempts)
  return {
    title,
    verdict,
    durationMs: sum(attempts.map(({ durationMs }) => durationMs)),
    attempts: attempts.length,
    expectations: telling?.expectations ?? 0,
    ...(telling && verdict !== 'pass' ? whatWasWrong(requirement, verdict, attempts, telling, commands) : {}),
    exchanges: [...new Set(attempts.flatMap(({ exchanges }) => exchanges))],
  }
}

/**
 * The attempt that decides the verdict. A blocked check is retried with more time or with its own states, and the retry
 * counts.
 */
export const decidingAttempt = (verdict: Verdict, attempts: readonly Judgement[]): Judgement | undefined =>
  verdict === 'blocked' ? attempts.at(-1) : attempts.find((attempt) => speaksFor(verdict, attempt))

/** The result of a check that was planned and never ran. */
export function unrunCheck(title: string, why: { reason: string; fixIn: FixIn; next: string }): CheckResult {
  const { reason: message, fixIn, next } = why
  return {
    title,
    verdict: 'blocked',
    durationMs: 0,
    attempts: 0,
    expectations: 0,
    message,
    fixIn,
    next,
    exchanges: [],
  }
}

const isBroken = ({ verdict }: Pick<Judgement, 'verdict'>) => verdict === 'fail' || verdict === 'warn'

const speaksFor = (verdict: Verdict, attempt: Judgement) =>
  verdict === 'pass' || verdict === 'blocked' ? attempt.verdict === verdict : isBroken(attempt)

function whatWasWrong(
  requirement: Requirement,
  verdict: Verdict,
  attempts: readonly Judgement[],
  { message, violation, fixIn, next, missingState }: Judgement,
  commands: Commands | undefined,
) {
  const whose = fixIn ?? (verdict === 'blocked' ? 'harness' : 'implementation')
  const said = message ?? (verdict === 'blocked' ? 'it could not be judged' : 'it was violated')
  const named = violation && withStatusOf(requirement, violation)
  const stated = violation && named ? said.replace(expectedText(violation), expectedText(named)) : said
  const often = `violated in ${attempts.filter(isBroken).length} of ${attempts.length} attempts: ${stated}`
  return {
    message: verdict === 'flaky' ? often : stated,
    ...(verdict !== 'blocked' && named !== undefined && { violation: named }),
    fixIn: whose,
    next: next ?? nextStep(requirement, whose, commands),
    ...(verdict === 'blocked' && missingState !== undefined && { missingState }),
  }
}

const expectedText = ({ expected, actual }: Violation) => `expected ${expected}, found ${actual}`

/** A check may first look for any rejection. The statement of the rule names the status. */
function withStatusOf({ title }: Requirement, violation: Violation): Violation {
  const [status, ...others] = new Set(title.match(/\b4\d\d\b/g))
  return violation.expected === 'not 2xx' && status !== undefined && others.length === 0
    ? { ...violation, expected: status }
    : violation
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
