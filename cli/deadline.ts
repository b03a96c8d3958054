import { UsageError } from './usage-error.ts'

/** The longest time of a run that was given no other, in minutes: several times what a whole run takes. */
export const DEFAULT_DEADLINE_MINUTES = 60
const MAX_MINUTES = 7 * 24 * 60

/**
 * The longest time of a run, in minutes.
 *
 * @param text of `--deadline`; undefined: the default
 * @throws UsageError when it is not a number of minutes
 */
export function deadlineFrom(text: string | undefined): number {
  if (text === undefined) return DEFAULT_DEADLINE_MINUTES
  const minutes = /^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text) : 0
  if (minutes > 0 && minutes <= MAX_MINUTES) return minutes
  throw new UsageError(
    `--deadline: ${JSON.stringify(text.slice(0, 40))} is not a number of minutes.`,
    `Give a number of minutes up to ${MAX_MINUTES}, for example --deadline 90.`,
  )
}
