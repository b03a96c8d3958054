import { editions, LATEST_EDITION } from '../spec/index.ts'
import { assayError } from '../errors/index.ts'

/**
 * The edition to judge by.
 *
 * @param given as in `--edition`; undefined: the latest
 * @throws AssayError for an unknown number
 */
export function editionFrom(given: string | undefined): number {
  if (given === undefined) return LATEST_EDITION
  const found = editions.find(({ edition }) => String(edition) === given)
  if (found) return found.edition
  const known = editions.map(({ edition, frozen }) => `${edition} (frozen on ${frozen})`)
  throw assayError('edition-unknown', { edition: given, known })
}
