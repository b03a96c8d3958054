/** What failed for which requirements of a cause: each keeps its own finding. Pure. */
import { grouped } from '../../spec/grouped.ts'
import { count } from '../../spec/count.ts'
import {
  actedOn,
  insteadOf,
  ITEMS,
  laws,
  listTitle,
  shortened,
  subjectOf,
  UUID,
  wrongValue,
} from './cause-words.ts'
import type { Group } from './group.ts'
import { fieldOf } from './symptoms-of.ts'
import { PAGE_FIELDS, statusViolation, type Symptom } from './symptom.ts'

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
  if (isBlocked) return `blocked because ${sentenceOf(message)}`
  if (finding) return ofRule(symptom, id)
  if (violation === undefined) return sentenceOf(message)
  const name = operation ?? 'the deployment'
  if (statusViolation(violation) || kind === 'code') {
    const found = violation.actual.replaceAll('"', '').split(':')[0]
    return `${action ? `after ${actedOn(action)}, ` : ''}${name} returns ${found}${insteadOf(violation)}`
  }
  const items = ITEMS.exec(`${violation.expected} ${violation.actual}`)
  if (violation.at === '' && items) return listTitle(operation, items)
  return shortened(wrongValue(name, violation).replaceAll(UUID, '$1…'), LONGEST)
}

const sentenceOf = (message: string) =>
  shortened(message.replaceAll(/ ?\(exchange [^)]*\)/g, '').replaceAll(UUID, '$1…'), LONGEST)

/** "`quote` of listAgentActions is wrong 63 times in 28 responses", "getTransaction breaks the rule in 2 responses". */
function ofRule({ finding, guilty, places = guilty.length }: Symptom, id: string): string {
  const names = [...new Set(guilty.flatMap(({ operation }) => operation ?? []))]
  const field = fieldOf(finding?.at ?? '')
  const isOfPage = laws.has(id) && PAGE_FIELDS.has(field)
  const isOfWhole = field === '' || field === 'body' || (laws.has(id) && !isOfPage)
  const why = shortened(
    (finding?.message ?? '').replaceAll(/ ?\(exchange [^)]*\)/g, '').replaceAll(UUID, '$1…'),
    LONGEST,
  )
  const where =
    names.length > 2 ? `${names[0]} and ${count(names.length - 1, 'other operation')}` : names.join(' and ')
  const name = where === '' ? 'the deployment' : where
  const responses = count(guilty.length, 'response')
  const amount = places > guilty.length ? `${count(places, 'time')} in ${responses}` : `in ${responses}`
  return isOfWhole
    ? `${name} ${names.length > 1 ? 'break' : 'breaks'} the rule ${amount}`
    : `${subjectOf(finding?.at ?? '')} of ${name} is wrong ${amount}${why === '' ? '' : `: ${why}`}`
}
