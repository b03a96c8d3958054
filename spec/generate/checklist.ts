/** Reads the checklist of the contract and refuses what does not fit together, naming place and remedy. */
import type { Requirement, Rule } from '../model.ts'

export interface Section {
  readonly section: string
  readonly rows: readonly Omit<Rule, 'section'>[]
}

const KEYS = ['section', 'place', 'rule', 'requirements', 'nothing', 'values', 'at'] as const

/** The rows of `checklist.yaml`, in their order. */
export function readChecklist(
  sections: readonly Section[],
  requirements: readonly Requirement[],
): readonly Rule[] {
  const known = new Set<string>(requirements.map(({ id }) => id))
  const rules = sections.flatMap(({ section, rows }) =>
    rows.map((row) => checked({ section, ...row }, known)),
  )
  const places = rules.map(placeOf)
  const repeated = places.find((place, index) => places.indexOf(place) !== index)
  if (repeated !== undefined) throw new Error(`${repeated}: given twice; give each row a place of its own`)
  return rules
}

const placeOf = ({ section, place }: Rule) => `spec/checklist.yaml, ${section}, ${place}`

function checked(rule: Rule, known: ReadonlySet<string>): Rule {
  const place = placeOf(rule)
  for (const key of Object.keys(rule)) {
    if (!(KEYS as readonly string[]).includes(key))
      throw new Error(`${place}: unknown key ${key}; allowed are ${KEYS.slice(1).join(', ')}`)
  }
  if (!rule.rule) throw new Error(`${place}: rule is missing`)
  if (!Array.isArray(rule.requirements))
    throw new Error(`${place}: requirements is missing; give a list, or [] and nothing: <why>`)
  for (const id of rule.requirements) {
    if (!known.has(id))
      throw new Error(
        `${place}: ${id} is no requirement; add it to spec/requirements or take it from the row (\`assay list\` shows them all)`,
      )
  }
  const repeated = rule.requirements.find((id, index) => rule.requirements.indexOf(id) !== index)
  if (repeated !== undefined) throw new Error(`${place}: ${repeated} is named twice; take one away`)
  if (rule.nothing !== undefined && rule.requirements.length > 0)
    throw new Error(`${place}: has requirements, and nothing says why it has none; take nothing away`)
  if ((rule.values === undefined) !== (rule.at === undefined))
    throw new Error(`${place}: values and at go together; at is where openapi.yaml lists the values`)
  return rule
}
