import { assayError } from '../errors/index.ts'

/** Default deadline of a run in minutes: several times the duration of a whole run. */
export const DEFAULT_DEADLINE_MINUTES = 60
const MAX_MINUTES = 7 * 24 * 60

/**
 * The longest time of a run, in minutes.
 *
 * @param text of `--deadline`; undefined: the default
 * @throws AssayError when it is not a number of minutes
 */
export function deadlineFrom(text: string | undefined): number {
  if (text === undefined) return DEFAULT_DEADLINE_MINUTES
  const minutes = /^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text) : 0
  if (minutes > 0 && minutes <= MAX_MINUTES) return minutes
  throw assayError('number-invalid', {
    option: '--deadline',
    value: text,
    unit: 'minutes',
    from: 1,
    to: MAX_MINUTES,
    example: '90',
  })
}
