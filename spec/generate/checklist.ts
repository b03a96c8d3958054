/** Reads the checklist of the contract and rejects inconsistencies, with place and remedy. */
import type { Requirement, Rule } from '../model.ts'
import type { Section } from './source-schemas.ts'

/** A section, and a row or sentence within it: the form of a requirement's `source`. */
const placeOf = ({ section, place }: Pick<Rule, 'section' | 'place'>) => `${section}, ${place}`

/** The places in a source, without RFCs. */
const placesIn = (source: string): readonly string[] =>
  source.split('; ').filter((place) => !isExternal(place))

/** Sources outside the contract. */
export const isExternal = (place: string): boolean => place.startsWith('RFC ')

/** The rows of the checklist, each with the requirements that name it as a source. */
export function readChecklist(
  sections: readonly Section[],
  requirements: readonly Requirement[],
): readonly Rule[] {
  const judging = requirementsByPlace(requirements)
  const rules = sections.flatMap(({ section, rows }) =>
    rows.map((row) => ({ section, ...row, requirements: judging.get(placeOf({ section, ...row })) ?? [] })),
  )
  for (const rule of rules) rejectUnfit(rule)
  const places = rules.map(placeOf)
  const repeated = places.find((place, index) => places.indexOf(place) !== index)
  if (repeated !== undefined)
    throw new Error(`checklist.yaml, ${repeated}: given twice; give each row another place`)
  for (const [place, [id]] of judging) {
    if (!places.includes(place))
      throw new Error(
        `requirements, ${id}: source names ${place}, which is not a row of checklist.yaml; name rows as "section, place", with "; " between them`,
      )
  }
  return rules
}

function requirementsByPlace(requirements: readonly Requirement[]): ReadonlyMap<string, readonly string[]> {
  const judging = new Map<string, readonly string[]>()
  for (const { id, source } of requirements) {
    for (const place of placesIn(source)) {
      const ids = judging.get(place) ?? []
      if (ids.includes(id)) throw new Error(`requirements, ${id}: source names ${place} twice; remove one`)
      judging.set(place, [...ids, id])
    }
  }
  return judging
}

function rejectUnfit({ section, requirements, ...row }: Rule): void {
  const place = `checklist.yaml, ${placeOf({ section, ...row })}`
  if (row.nothing !== undefined && requirements.length > 0)
    throw new Error(
      `${place}: ${requirements[0]} has it as its source, so its key \`nothing\` is wrong; remove the key`,
    )
}

/** More places than this are too many to read: the source then lists sections. */
const MAX_PLACES = 8

/** The source for readers: "Endpoints 1, operation and responses, 400; Limits, Page size". */
export function readableSource(source: string, rules: readonly Rule[]): string {
  const rows = placesIn(source).map((named) => rules.find((rule) => placeOf(rule) === named)!)
  const external = source.split('; ').filter(isExternal)
  return formatSource(rows, external, { section: (section) => section, row: ({ place }) => place })
}

/** Rows by section in the given format, and sources outside the contract. */
export function formatSource(
  rows: readonly Rule[],
  external: readonly string[],
  format: { readonly section: (section: string) => string; readonly row: (row: Rule) => string },
): string {
  const sections = Object.entries(Object.groupBy(rows, ({ section }) => section)).map(
    ([section, inSection = []]) =>
      rows.length > MAX_PLACES
        ? format.section(section)
        : `${section}, ${inSection.map(format.row).join(' and ')}`,
  )
  return [...sections, ...external].join('; ')
}
