import type { Judgement } from './conformance.ts'
import { count, VERDICT_WORDS } from './verdict-words.ts'

/** Reports the progress of a run. */
export interface Progress {
  judged(verdict: Judgement['verdict']): void
  end(): void
}

interface Output {
  readonly isTTY?: boolean
  write(text: string): boolean
}

const wholeSeconds = (seconds: number): string =>
  seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`

/**
 * The verdict of a check as the summary counts it: a check that fails only recommendations is a warning.
 *
 * @param musts ids of the requirements that are a MUST in this run
 */
export const countedVerdict = (
  { verdict, requirements }: Pick<Judgement, 'verdict' | 'requirements'>,
  musts: ReadonlySet<string>,
): Judgement['verdict'] =>
  verdict === 'fail' && !requirements.some((id) => musts.has(id)) ? 'warn' : verdict

/** On a terminal one line that renews itself; elsewhere a line for every tenth of the run. */
export function createProgress(
  output: Output,
  total: number,
  what: string,
  now: () => number = Date.now,
): Progress {
  const begun = now()
  const counts = { fail: 0, blocked: 0 }
  let done = 0
  let tenths = 0

  /** From the second tenth on: earlier estimates are unreliable. */
  const left = () => {
    const seconds = Math.round(((now() - begun) / done) * ((total - done) / 1_000))
    return done * 10 < total || done >= total || seconds < 2 ? [] : [`about ${wholeSeconds(seconds)} left`]
  }
  /** At the end, the summary counts requirements: numbers of checks beside them would be confused with those. */
  const soFar = () => {
    const open = Object.entries(counts).flatMap(([verdict, times]) =>
      times === 0 ? [] : [`${times} ${VERDICT_WORDS[verdict as keyof typeof counts]}`],
    )
    return open.length === 0 || done >= total ? [] : [`${open.join(' and ')} so far`]
  }
  const line = () => [`${done} of ${count(total, 'check')}`, ...soFar(), ...left()].join(', ')

  output.write(`Judging ${what}: ${count(total, 'check')}\n`)
  return {
    judged(verdict) {
      done++
      if (verdict === 'fail' || verdict === 'blocked') counts[verdict]++
      const reached = Math.floor((done / Math.max(1, total)) * 10)
      if (output.isTTY === true) output.write(`\r\u001b[K${line()}`)
      else if (reached > tenths && done < total) output.write(`${line()}\n`)
      tenths = Math.max(tenths, reached)
    },
    end() {
      if (done > 0) output.write(output.isTTY === true ? `\r\u001b[K${line()}\n` : `${line()}\n`)
    },
  }
}
