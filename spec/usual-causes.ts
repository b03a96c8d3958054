/** Typical mistakes that violate a requirement, as the faults of the self-test make them. Loaded on first use. */
import { createRequire } from 'node:module'

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
 * @param status that it returned wrongly; undefined: another value is wrong
 */
export function usualCauses(id: string, operation?: string, status?: number): readonly string[] {
  known ??= createRequire(import.meta.url)('./generated/usual-causes.json') as Readonly<
    Record<string, readonly string[]>
  >
  const all = (Object.hasOwn(known, id) ? known[id]! : []).filter((title) => fits(title, status))
  const named = operation === undefined ? [] : all.filter((title) => title.split(/\W+/).includes(operation))
  const others = all.filter((title) => !OPERATION.test(title))
  return (named.length > 0 ? named : operation === undefined && others.length === 0 ? all : others).slice(
    0,
    SHOWN,
  )
}

/** A mistake that returns another status is not this one. */
function fits(title: string, status: number | undefined): boolean {
  const named: readonly string[] = title.match(/\b[2-5]\d\d\b/g) ?? []
  return status === undefined || named.length === 0 || named.includes(String(status))
}

/** A mistake of one operation says nothing of another. */
const OPERATION = /\b[a-z]+[A-Z]\w*/
