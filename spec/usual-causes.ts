/** Typical mistakes that violate a requirement, as the faults of the self-test make them. Loaded on first use. */
import { createRequire } from 'node:module'
import { flowOf } from './flow-of.ts'

/** A mistake, and the requirements that it violates. */
export interface KnownMistake {
  readonly title: string
  readonly breaks: readonly string[]
}

const SHOWN = 3
/** So many are kept of a requirement, the ones that violate the fewest requirements first. */
const KEPT = 24

/** The mistakes by requirement. One that violates a requirement alone explains it best. */
export function usualCausesOf(
  mistakes: readonly KnownMistake[],
): Readonly<Record<string, readonly string[]>> {
  const sorted = mistakes.toSorted((one, other) => one.breaks.length - other.breaks.length)
  const byRequirement: Record<string, string[]> = {}
  for (const { title, breaks } of sorted)
    for (const id of breaks) {
      const titles = (byRequirement[id] ??= [])
      if (titles.length < KEPT && !titles.includes(title)) titles.push(title)
    }
  return byRequirement
}

let known: Readonly<Record<string, readonly string[]>> | undefined

/**
 * The usual causes of a violated requirement, at most three. If some name the operation that failed, only these.
 *
 * @param operation that shows the violation; undefined: unknown
 * @param found the HTTP status or the value of an enumeration that is wrong; undefined: another value is
 */
export function usualCauses(id: string, operation?: string, found?: string): readonly string[] {
  known ??= createRequire(import.meta.url)('./generated/usual-causes.json') as Readonly<
    Record<string, readonly string[]>
  >
  const all = (Object.hasOwn(known, id) ? known[id]! : []).filter((title) => fits(title, found))
  const named = operation === undefined ? [] : all.filter((title) => title.split(/\W+/).includes(operation))
  if (named.length > 0 || flowOf(id) === EVERY_OPERATION) return named.slice(0, SHOWN)
  const others = all.filter((title) => !OPERATION.test(title))
  return (operation === undefined && others.length === 0 ? all : others).slice(0, SHOWN)
}

/** Its rules hold for all operations: mistakes that name none may be of any of them. */
const EVERY_OPERATION = 'CNV'

/** A mistake that returns another status is not this one. */
function fits(title: string, found: string | undefined): boolean {
  const kind = KINDS.find((each) => found !== undefined && each.test(found))
  if (!kind) return true
  const named = title.split(/\W+/).filter((word) => kind.test(word))
  return named.length === 0 || named.includes(found!)
}

/** HTTP statuses, and statuses of resources. */
const KINDS: readonly RegExp[] = [/^[2-5]\d\d$/, /^[A-Z][A-Z_]{3,}$/]

/** A mistake of one operation says nothing of another. */
const OPERATION = /\b[a-z]+[A-Z]\w*/
