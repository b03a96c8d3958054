import Table from 'cli-table3'
import { defaultContract, type Contract } from '../spec/contract.ts'
import { inEdition, isIn } from '../spec/editions.ts'
import type { Requirement } from '../spec/model.ts'
import { editionFrom } from './edition-from.ts'
import { selected, selection } from './selection.ts'
import { count } from '../spec/count.ts'

/**
 * The requirements as a table, or as JSON.
 *
 * @param edition as given: its requirements with their levels there; default: all current requirements
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
  const named = selected(selection(words, '--only', catalogue), catalogue)
  const chosen = edition === undefined ? named : ofEdition(edition, named, contract)
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
  return `${table.toString()}\n${count(chosen.length, 'requirement')}, ${open} of them left open by the contract.\n`
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

function ofEdition(
  words: string,
  requirements: readonly Requirement[],
  contract: Contract,
): readonly Requirement[] {
  const number = editionFrom(words, contract)
  const { editions, challenges } = contract.catalogue
  const frozen = editions.find(({ edition }) => edition === number)!
  return inEdition(
    requirements.filter(({ id }) => isIn(frozen, id)),
    editions,
    number,
    challenges,
  )
}
