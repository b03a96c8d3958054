import Table from 'cli-table3'
import { count } from '../spec/count.ts'
import { defaultContract, type Contract } from '../spec/index.ts'
import { editionFrom } from './edition-from.ts'

/**
 * The profiles of an edition, as a table or as JSON.
 *
 * @param edition as given; default: the latest
 * @throws AssayError for an unknown edition
 */
export function listProfiles(
  asJson: boolean,
  edition?: string,
  contract: Contract = defaultContract,
): string {
  const number = editionFrom(edition, contract)
  const frozen = contract.catalogue.profiles.find((each) => each.edition === number)?.profiles ?? []
  if (asJson) return `${JSON.stringify(frozen, null, 2)}\n`
  const table = new Table({
    head: ['id', 'profile', 'requirements'],
    colAligns: ['left', 'left', 'right'],
    style: { head: [], border: [] },
  })
  for (const { id, title, requirements } of frozen) table.push([id, title, requirements.length])
  return `${table.toString()}\n${count(frozen.length, 'profile')} of edition ${number}. --json lists the requirements of each.\n`
}
