/** What a deployment sends where no operation is: learned from random paths, and compared with what operations send. Pure. */
import type { CheckedResponse } from '../fixtures/http/checked-response.ts'

/** What of a response does not depend on the identifiers, times and paths in it. */
export interface Appearance {
  readonly status: number
  /** Media type without parameters; empty: none was sent. */
  readonly type: string
  /** Texts of the body by their place; of a body that is not JSON, the whole at the place `''`. */
  readonly texts: ReadonlyMap<string, string>
}

/** More places and characters than a body of an error has; a hostile body has more. */
const MAX_PLACES = 200
const MAX_TEXT = 2_000

/** @param drawn random texts of the request, which the response may repeat */
export function appearanceOf(
  { status, headers, body, shown }: CheckedResponse,
  drawn: readonly string[],
): Appearance {
  const texts = new Map<string, string>()
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (body === undefined) texts.set('', constantIn(shown, drawn))
  else collect(body, '', texts, drawn)
  return { status, type, texts }
}

function collect(value: unknown, place: string, texts: Map<string, string>, drawn: readonly string[]): void {
  if (texts.size >= MAX_PLACES || place.length > MAX_TEXT) return
  if (typeof value !== 'object' || value === null) {
    texts.set(place, constantIn(String(value), drawn))
    return
  }
  const entries = Object.entries(value)
  if (entries.length === 0) texts.set(`${place}/`, Array.isArray(value) ? '[]' : '{}')
  for (const [name, inner] of entries) collect(inner, `${place}/${name}`, texts, drawn)
}

/** Without what was drawn, paths, identifiers and numbers. */
function constantIn(text: string, drawn: readonly string[]): string {
  const without = drawn.reduce((rest, each) => rest.replaceAll(each, ''), text.slice(0, MAX_TEXT))
  return without
    .replaceAll(/\/\S*/g, '')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/gi, '')
    .replaceAll(/\d+/g, '')
}

/** Places whose texts differ between two responses to the same request, such as an identifier of the request. */
export function varyingPlaces(one: Appearance, other: Appearance): ReadonlySet<string> {
  return new Set([...one.texts].flatMap(([place, text]) => (other.texts.get(place) === text ? [] : [place])))
}

/** @param varying places that say nothing */
export function looksAlike(one: Appearance, other: Appearance, varying: ReadonlySet<string>): boolean {
  const places = new Set([...one.texts.keys(), ...other.texts.keys()])
  return (
    one.status === other.status &&
    one.type === other.type &&
    [...places].every((place) => {
      const [a, b] = [one.texts.get(place), other.texts.get(place)]
      return a === b || (a !== undefined && b !== undefined && varying.has(place))
    })
  )
}
