/**
 * The response of a deployment to nonexistent paths: learned from random paths, and compared with the responses of
 * operations. Pure.
 */
import type { CheckedResponse } from '../fixtures/http/checked-response.ts'

/** The part of a response that does not depend on identifiers, times and paths. */
export interface Appearance {
  readonly status: number
  /** Media type without parameters; empty if missing. */
  readonly type: string
  /** Texts of the body by their place; a body that is not JSON is one text at the place `''`. */
  readonly texts: ReadonlyMap<string, string>
}

/** More places and characters than an error body has; a hostile body has more. */
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

/** Without random texts, paths, identifiers and numbers. */
function constantIn(text: string, drawn: readonly string[]): string {
  const without = drawn.reduce((rest, each) => rest.replaceAll(each, ''), text.slice(0, MAX_TEXT))
  return without
    .replaceAll(/\/\S*/g, '')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/gi, '')
    .replaceAll(/\d+/g, '')
}

/** Places whose texts differ between two responses to the same request, such as a request id. */
export function varyingPlaces(one: Appearance, other: Appearance): ReadonlySet<string> {
  return new Set([...one.texts].flatMap(([place, text]) => (other.texts.get(place) === text ? [] : [place])))
}

/** @param varying places to ignore */
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
