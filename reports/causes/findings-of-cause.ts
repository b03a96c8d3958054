/** What failed for which requirements of a cause: each keeps its own finding. Pure. */
import { grouped } from '../../spec/grouped.ts'
import { count } from '../../spec/count.ts'
import { actedOn, ITEMS, laws, listTitle, placeAndFound, shortened, UUID } from './cause-words.ts'
import type { Group } from './group.ts'
import { fieldOf } from './symptoms-of.ts'
import { statusViolation, type Symptom } from './symptom.ts'

const LONGEST = 120

/** One finding, and the requirements that it fails or blocks. */
export interface CauseFinding {
  readonly found: string
  readonly requirements: readonly string[]
}

/** By what failed, the finding of the title first; a requirement counts with its first one. */
export function findingsOf({ head, symptoms }: Group): readonly CauseFinding[] {
  const taken = new Set<string>()
  const own = [head, ...symptoms.filter((symptom) => symptom !== head)].flatMap((symptom) =>
    symptom.requirements.flatMap((id) => {
      if (taken.has(id)) return []
      taken.add(id)
      return [{ id, found: foundBy(symptom, id) }]
    }),
  )
  return [...grouped(own, ({ found }) => found)].map(([found, all]) => ({
    found,
    requirements: all.map(({ id }) => id).toSorted(),
  }))
}

function foundBy(symptom: Symptom, id: string): string {
  const { isBlocked, violation, operation, action, finding, message, kind } = symptom
  if (isBlocked) return 'blocked'
  if (finding) return ofRule(symptom, id)
  if (violation === undefined) return shortened(message.replaceAll(/ ?\(exchange [^)]*\)/g, ''))
  const name = operation ?? 'the deployment'
  if (statusViolation(violation) || kind === 'code') {
    const found = violation.actual.replaceAll('"', '').split(':')[0]
    return `${action ? `after ${actedOn(action)}, ` : ''}${name} returns ${found}`
  }
  const items = ITEMS.exec(`${violation.expected} ${violation.actual}`)
  if (violation.at === '' && items) return listTitle(operation, items)
  return shortened(`${name}: ${placeAndFound(violation)}`.replaceAll(UUID, '$1…'), LONGEST)
}

/** "`quote` of listAgentActions: 63 values in 28 responses". */
function ofRule({ finding, guilty, places = guilty.length }: Symptom, id: string): string {
  const names = [...new Set(guilty.flatMap(({ operation }) => operation ?? []))]
  const field = fieldOf(finding?.at ?? '')
  const what = field === '' || laws.has(id) ? '' : `\`${field}\` of `
  const where =
    names.length > 2 ? `${names[0]} and ${count(names.length - 1, 'other operation')}` : names.join(' and ')
  const values = places > guilty.length ? `${count(places, 'value')} in ` : ''
  return `${what}${where === '' ? 'the deployment' : where}: ${values}${count(guilty.length, 'response')}`
}
