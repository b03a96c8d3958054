/** What was found against what was expected, in a clause. Pure. */
import type { Violation } from '../../spec/judgement.ts'
import { differenceOfLists } from './list-words.ts'
import { template } from './symptom.ts'

const LONGEST_FOUND = 80
const LONGEST_DIFFERENCE = 160

/** The first characters are enough to recognize one. */
export const UUID = /\b([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi

/** Both values fit into a title. */
export function shortened(value: string, longest = LONGEST_FOUND): string {
  const text = value.replaceAll(UUID, '$1…')
  return text.length > longest ? `${cutAtWord(text, longest)}…${text.startsWith('"') ? '"' : ''}` : text
}

/** The beginning of a text that ends with a whole word, if the last word is not most of it. */
function cutAtWord(text: string, longest: number): string {
  const cut = text.slice(0, longest)
  if (/^\s/.test(text.slice(longest))) return cut.trimEnd()
  const whole = cut.replace(/[\s,;]+\S*$/, '')
  return whole.length * 2 > longest ? whole : cut
}

/**
 * A violation as a sentence: "`fees` of getQuote is 0 instead of 5", "createCustomer, fields in details.errors: an empty
 * list instead of a list with "customerType"".
 */
export function wrongValue(name: string, violation: Violation): string {
  const { at, expected, actual } = ofOneItem(violation)
  const statement = statementIn(at, expected, actual)
  if (statement !== undefined) return `${name}: ${statement}`
  if (expected === 'none') return `${name}${at === '' ? '' : `, ${at}`}: ${onceEach(actual)}`
  const [, text] = /^not text with (.+)$/s.exec(expected) ?? []
  if (text !== undefined)
    return at === ''
      ? `${name} shows ${shortened(text)}`
      : `${name}: ${at} must not contain ${shortened(text)}`
  const isForbidden = expected === `not ${actual}`
  const isAbsence = actual === 'nothing' && at !== ''
  const said = isForbidden
    ? `must not be ${shortened(actual)}`
    : isAbsence
      ? 'is missing'
      : foundIn(expected, actual)
  if (at === '' && differenceOfLists(expected, actual)) return `${name}: ${said}`
  if (at === '') return `${name} shows ${isForbidden ? shortened(actual) : said}`
  if (!FIELDS.test(at)) return isForbidden || isAbsence ? `${name}: ${at} ${said}` : `${name}, ${at}: ${said}`
  const fields = `\`${at.replaceAll(', ', '`, `')}\` of ${name}`
  if (at.includes(',')) return `${fields} ${isForbidden ? said : `are wrong: ${said}`}`
  return `${fields} ${isForbidden || isAbsence ? said : `is ${said}`}`
}

/** Names of fields, with dots and indices. */
const FIELDS = /^[\w.[\]-]+(?:, [\w.[\]-]+)*$/

/** The place is a statement that must hold, or must not: "whether the list omits the token", "still PENDING". */
function statementIn(at: string, expected: string, actual: string): string | undefined {
  const [, named] = /^whether (.+)$/.exec(at) ?? []
  if (named !== undefined && expected === 'true') return `it is not true that ${named}`
  const isStatement = at.includes(' ') && !OF_ITEM.test(at)
  return isStatement && expected === 'false' && actual === 'true' ? (named ?? at) : undefined
}

/** "hasMore of each page: expected [true, false], found [true, true]" as "hasMore of page 2: expected false, found true". */
function ofOneItem(violation: Violation): Violation {
  const { at, expected, actual } = violation
  const difference = differenceOfLists(expected, actual)
  if (difference?.item === undefined || !EACH.test(at)) return violation
  const { place, wanted, found } = difference.item
  return { ...violation, at: at.replace(EACH, `$1 ${place}`), expected: wanted, actual: found }
}

const EACH = /\beach (\w+)/
/** A value of one item is no statement: "hasMore of page 2". */
const OF_ITEM = /^\w+ of \w+ \d+$/

function foundIn(expected: string, actual: string): string {
  const [, item] = /^not a list with (.+)$/s.exec(expected) ?? []
  if (item !== undefined) return `${shortened(actual)}, which must not contain ${shortened(item)}`
  if (expected === 'not the length 0') return `${actual}, which must not be empty`
  if (expected.startsWith('not '))
    return `${shortened(actual)}, which must not be ${expected.slice('not '.length)}`
  const lists = differenceOfLists(expected, actual)
  return lists === undefined
    ? `${shortened(actual)} instead of ${shortened(eitherOf(expected))}`
    : shortened(lists.words, LONGEST_DIFFERENCE)
}

/** "one of a, b, nothing" as "a, b or nothing". */
export const eitherOf = (text: string) =>
  listed(text.replace(WORDS, (_, words: string) => `one of ${words.replaceAll('|', ', ')}`))

/** A pattern that is a list of words. */
const WORDS = /^text like \/\^\((\w+(?:\|\w+)+)\)\$\/$/

const listed = (expected: string) =>
  /^one of (?:[^",]+|"[^"]*")(?:, (?:[^",]+|"[^"]*"))+$/.test(expected)
    ? expected.slice('one of '.length).replace(/, ([^,]+|"[^"]*")$/, ' or $1')
    : expected

/** A list shows the same mistake in each of its items. Of several mistakes, the first ones. */
export function onceEach(violations: string): string {
  const all = violations.replace(/ and \d+ more$/, '').split('; ')
  const once = all.filter(
    (one, index) => index === all.findIndex((other) => template(other) === template(one)),
  )
  const more = once.length - MISTAKES_NAMED
  return once.slice(0, MISTAKES_NAMED).join('; ') + (more > 0 ? `; and ${more} more` : '')
}

const MISTAKES_NAMED = 2
