/** Reads the frozen editions and rejects inconsistencies with the catalogue, with file, id and remedy. */
import type { Edition, Requirement } from '../model.ts'
import { shaped } from './shaped.ts'
import { editionSchema } from './source-schemas.ts'

/**
 * @param files by name, parsed
 * @param requirements of the catalogue
 */
export function readEditions(
  files: readonly { readonly name: string; readonly content: unknown }[],
  requirements: readonly Requirement[],
): readonly Edition[] {
  const known = new Map(requirements.map((requirement) => [requirement.id, requirement]))
  const editions = files.map(({ name, content }) => {
    const place = `editions/${name}`
    const { edition, frozen, MUST, SHOULD } = shaped(editionSchema, content, place)
    if (`${edition}.yaml` !== name)
      throw new Error(`${place}: edition is ${edition}; name the file ${edition}.yaml`)
    const ids = [...MUST, ...SHOULD]
    const repeated = ids.find((id, index) => ids.indexOf(id) !== index)
    if (repeated !== undefined) throw new Error(`${place}: ${repeated} is listed twice`)
    const gone = ids.find((id) => known.get(id)?.specified !== true)
    if (gone !== undefined)
      throw new Error(
        `${place}: ${gone} is no longer a judged requirement; an edition never changes: restore the requirement`,
      )
    return { edition, frozen, MUST, SHOULD }
  })
  const sorted = editions.sort((a, b) => a.edition - b.edition)
  const odd = sorted.find(({ edition }, index) => edition !== index + 1)
  if (odd) throw new Error(`editions: ${odd.edition}.yaml comes without the edition before it`)
  return sorted
}
