import { UsageError } from './usage-error.ts'

/**
 * The failed checks after which a run ends; Infinity: it does not.
 *
 * @throws UsageError where it is no number of checks
 */
export function maxFailuresFrom(text: string | undefined): number {
  const number = text === undefined ? Number.POSITIVE_INFINITY : Number(text)
  if (number >= 1 && (text === undefined || Number.isInteger(number))) return number
  throw new UsageError(
    `--max-failures: ${text} is not a number of checks.`,
    'Give for example --max-failures 10.',
  )
}
