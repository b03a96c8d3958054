/** What failed for which requirements of a cause: each keeps its own finding. Pure. */
import { grouped } from '../../spec/grouped.ts'
import { count } from '../../spec/count.ts'
import { sortedIds } from '../commands.ts'
import { withoutExchanges } from '../without-exchanges.ts'
import {
  actedOn,
  guiltyOfRule,
  guiltyOperations,
  insteadOf,
  ITEMS,
  listTitle,
  ofRule,
  ruleBroken,
  subjectOf,
  valueFound,
} from './cause-words.ts'
import { lackingField, lackingFound } from './lacking-field.ts'
import { shortened, wrongValue } from './found-words.ts'
import type { Group } from './group.ts'
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
      return [{ id, found: foundBy(symptom, symptoms) }]
    }),
  )
  return [...grouped(own, ({ found }) => found)].map(([found, all]) => ({
    found,
    requirements: sortedIds(all.map(({ id }) => id)),
  }))
}

function foundBy(symptom: Symptom, all: readonly Symptom[]): string {
  const { isBlocked, violation, operation, action, finding, message, kind } = symptom
  if (isBlocked) return `blocked because ${sentenceOf(message)}`
  if (finding) return foundByRule({ head: symptom, symptoms: all })
  if (violation === undefined) return sentenceOf(message)
  const name = operation ?? 'the deployment'
  if (statusViolation(violation) || kind === 'code') {
    const found = violation.actual.replaceAll('"', '').split(':')[0]
    return `${action ? `after ${actedOn(action)}, ` : ''}${name} returns ${found}${insteadOf(violation)}`
  }
  const items = ITEMS.exec(`${violation.expected} ${violation.actual}`)
  if (violation.at === '' && items) return listTitle(operation, items)
  return shortened(wrongValue(name, violation), LONGEST)
}

const sentenceOf = (message: string) => shortened(withoutExchanges(message), LONGEST)

/** "`fees` of getQuote is missing (4 responses)", "getCard: Card:7c0e1f… went CLOSED → ACTIVE (2 responses)". */
function foundByRule(group: Group): string {
  const { finding } = group.head
  const guilty = guiltyOfRule(group)
  const places = ofRule(group).reduce((sum, { places: some, guilty: own }) => sum + (some ?? own.length), 0)
  const names = guiltyOperations(group)
  const { at = '', message = '' } = finding ?? {}
  const where =
    names.length > 2 ? `${names[0]} and ${count(names.length - 1, 'other operation')}` : names.join(' and ')
  const name = where === '' ? 'the deployment' : where
  const responses = count(guilty.length, 'response')
  const amount = places > guilty.length ? `${count(places, 'time')} in ${responses}` : responses
  const lacking = lackingField({ ...group.head, guilty })
  const said = shortened(withoutExchanges(message), LONGEST)
  return lacking === undefined
    ? `${ruleBroken(`${subjectOf(at)} of ${name}`, said, valueFound(group.head))} (${amount})`
    : `${lackingFound(lacking, name, guilty)} (${amount})`
}
