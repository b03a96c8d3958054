import { assayError } from '../errors/index.ts'

/**
 * The failed checks after which a run ends; Infinity: it does not.
 *
 * @throws AssayError when it is not a number of checks
 */
export function maxFailuresFrom(text: string | undefined): number {
  const number = text === undefined ? Number.POSITIVE_INFINITY : Number(text)
  if (number >= 1 && (text === undefined || Number.isInteger(number))) return number
  throw assayError('number-invalid', {
    option: '--max-failures',
    value: String(text),
    unit: 'checks',
    from: 1,
    example: '10',
  })
}
