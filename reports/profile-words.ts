/** Texts about the profiles of a run. */
import { count } from '../spec/count.ts'
import { firstOf } from './first-of.ts'
import { grouped } from '../spec/grouped.ts'
import type { Conformance, ProfileResult } from './conformance.ts'
import { VERDICT_WORDS } from './verdict-words.ts'

const WHOLE = 'whole-contract'
const SHOWN = 3

export const PROFILE_STATE_WORDS = {
  reached: 'reached',
  'narrowly-missed': 'narrowly missed',
  missed: 'missed',
  'not-offered': 'not offered',
} as const satisfies Record<ProfileResult['state'], string>

/** The profiles that were reached, without those that another one contains. */
export function highestReached(profiles: readonly ProfileResult[]): readonly ProfileResult[] {
  const reached = profiles.filter(({ state }) => state === 'reached')
  const whole = reached.filter(({ id }) => id === WHOLE)
  if (whole.length > 0) return whole
  const isContained = ({ id }: ProfileResult) =>
    reached.some((other) => other.id === id.replace(/\.core$/, '.extended') && other.id !== id)
  return reached.filter((profile) => !isContained(profile))
}

/** Why a profile was not reached, in some words. */
export function whyNotReached({ state, missing = [], lacks, requirements, held }: ProfileResult): string {
  if (state === 'missed') return `${held} of ${count(requirements, 'requirement')} hold`
  const named = missing.map(({ id, verdict }) => `${id} ${VERDICT_WORDS[verdict]}`)
  const absent = lacks ? [...lacks.areas, ...lacks.capabilities, ...lacks.operations] : []
  const all = [...named, ...absent]
  return `${all.slice(0, SHOWN).join(', ')}${all.length > SHOWN ? ` and ${all.length - SHOWN} more` : ''}`
}

export const ABOUT_PROFILES = 'A profile is a set of requirements for one use of the API.'

type Numbers = ReadonlyMap<string, readonly number[]>

/** "if causes 1 and 4 are corrected", "if CNV-04 and CNV-06 pass too". */
function neededIn({ missing = [] }: ProfileResult, numbersOf: Numbers): string {
  const ids = missing.map(({ id }) => id)
  const causes = [...new Set(ids.flatMap((id) => numbersOf.get(id) ?? []))]
  if (causes.length > 0 && ids.every((id) => numbersOf.has(id))) return ifCorrected(causes)
  const shown = firstOf(ids, SHOWN)
  const left = ids.length - shown.length
  if (left > 0) return `if ${shown.join(', ')} and ${count(left, 'other requirement')} pass too`
  if (ids.length === 1) return `if ${ids[0]} passes too`
  return `if ${ids.slice(0, -1).join(', ')} and ${ids.at(-1)} pass too`
}

function ifCorrected(causes: readonly number[]): string {
  const sorted = causes.toSorted((one, other) => one - other)
  return sorted.length === 1
    ? `if cause ${sorted[0]} is corrected`
    : `if causes ${sorted.slice(0, -1).join(', ')} and ${sorted.at(-1)} are corrected`
}

/**
 * The profiles in a sentence or two, of those that were missed the narrowest; undefined: none was reached or narrowly missed.
 *
 * @param numbersOf the numbers of the causes of a requirement, where the reader sees them
 */
export function profilesSentence(
  { profiles = [] }: Pick<Conformance, 'profiles'>,
  numbersOf: Numbers = new Map(),
): string | undefined {
  const reached = highestReached(profiles).map(({ title }) => title)
  const missed = profiles
    .filter(({ state }) => state === 'narrowly-missed')
    .toSorted((one, other) => one.requirements - one.held - (other.requirements - other.held))
  const shown = firstOf(missed, SHOWN)
  const more = missed.length - shown.length
  const almost = [
    ...[...grouped(shown, (one) => neededIn(one, numbersOf))].map(
      ([needed, some]) => `${some.map(({ title }) => title).join(', ')} (${needed})`,
    ),
    ...(more > 0 ? [`${more} more in the report`] : []),
  ]
  const sentences = [
    ...(reached.length === 0 ? [] : [`Profiles reached: ${reached.join(', ')}.`]),
    ...(almost.length === 0 ? [] : [`Profiles almost reached: ${almost.join('; ')}. ${ABOUT_PROFILES}`]),
  ]
  return sentences.length === 0 ? undefined : sentences.join(' ')
}
