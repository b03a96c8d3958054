import { defaultContract, type Contract } from '../spec/contract.ts'
import { assayError } from '../errors/index.ts'

/**
 * The edition to judge by.
 *
 * @param given as in `--edition`; undefined: the latest
 * @param contract whose editions they are; default: the version that Assay was made for
 * @throws AssayError for an unknown number
 */
export function editionFrom(given: string | undefined, contract: Contract = defaultContract): number {
  const { editions } = contract.catalogue
  if (given === undefined) return editions.length
  const found = editions.find(({ edition }) => String(edition) === given)
  if (found) return found.edition
  const known = editions.map(({ edition, frozen }) => `${edition} (frozen on ${frozen})`)
  throw assayError('edition-unknown', { edition: given, known })
}
