import Table from 'cli-table3'
import { defaultContract, requirementsInEdition, type Contract } from '../spec/contract.ts'
import { isIn } from '../spec/editions.ts'
import type { Requirement } from '../spec/model.ts'
import { editionFrom } from './edition-from.ts'
import { selected, selection } from './selection.ts'
import { count } from '../spec/count.ts'

/**
 * The requirements as a table, or as JSON.
 *
 * @param edition as given: only its requirements; default: all current ones, with their levels in the latest edition
 * @param contract the version; default: the one that Assay was made for
 * @throws AssayError for an unknown edition
 */
export function list(
  words: readonly string[],
  asJson: boolean,
  edition?: string,
  contract: Contract = defaultContract,
): string {
  const { catalogue } = contract
  const number = editionFrom(edition, contract)
  const named = selected(selection(words, '--only', catalogue), requirementsInEdition(contract, number))
  const frozen = catalogue.editions.find((each) => each.edition === number)
  const chosen =
    edition === undefined || frozen === undefined ? named : named.filter(({ id }) => isIn(frozen, id))
  if (asJson) return `${JSON.stringify(chosen, null, 2)}\n`
  const table = new Table({
    head: ['id', 'level', 'requirement', 'source', 'assumes'],
    colWidths: [8, 8, 60, 34, 26],
    wordWrap: true,
    style: { head: [], border: [] },
  })
  for (const { id, level, title, source, assumes, specified } of chosen) {
    table.push([id, specified ? level : 'open', title, source, assumes.join(', ')])
  }
  const open = chosen.filter(({ specified }) => !specified).length
  return `${table.toString()}\n${count(chosen.length, 'requirement')}, ${open} of them left open by the contract.\n${newerText(chosen, number)}`
}

/** The areas that `areas` of a deployment file can name, as a table or as JSON. */
export function listAreas(asJson: boolean, { catalogue }: Contract = defaultContract): string {
  const claimable = catalogue.areas.filter(({ id }) => id !== 'conventions')
  if (asJson) return `${JSON.stringify(claimable, null, 2)}\n`
  const table = new Table({ head: ['id', 'area'], style: { head: [], border: [] } })
  for (const { id, title } of claimable) table.push([id, title])
  return `${table.toString()}\n${count(claimable.length, 'area')}. Name those that a deployment claims under areas: in its file.\n`
}

/** The capabilities that `notOffered` of a deployment file can name, as a table or as JSON. */
export function listCapabilities(asJson: boolean, contract: Contract = defaultContract): string {
  const { capabilities } = contract.catalogue
  if (asJson) return `${JSON.stringify(capabilities, null, 2)}\n`
  const table = new Table({
    head: ['id', 'capability', 'needed by', 'and by some checks of'],
    colWidths: [33, 36, 44, 44],
    wordWrap: true,
    style: { head: [], border: [] },
  })
  for (const { id, title, requirements, partly } of capabilities) {
    table.push([id, title, requirements.join(', '), partly.join(', ')])
  }
  return `${table.toString()}\n${capabilities.length} capabilities. Name those that a deployment does not offer under notOffered: in its file.\n`
}

/** Which of them a run only warns about, because they are newer than the edition. */
function newerText(requirements: readonly Requirement[], edition: number): string {
  const newer = requirements.filter(({ enters }) => enters !== undefined).map(({ id }) => id)
  return newer.length === 0
    ? ''
    : `Not a MUST in edition ${edition}, but in a later one: ${newer.join(', ')}.\n`
}
