/** The reviewed list of requirements that may pass on a shell: `reviewed.yaml`. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { RequirementId } from '../../spec/index.ts'
import type { ShellResult } from './judge-shells.ts'

/** One reason for all pairs of these shells and requirements. */
export interface ReviewedPass {
  /** Ids of shells; a trailing `*` matches every id with that prefix. */
  readonly shells: readonly string[]
  readonly requirements: readonly RequirementId[]
  readonly reason: string
}

/** Differences between the passes on the shells and the list. */
export interface ReviewOfPasses {
  readonly reviewed: readonly {
    readonly shell: string
    readonly id: RequirementId
    readonly reason: string
  }[]
  /** Passes that no entry explains. */
  readonly vacuous: readonly { readonly shell: string; readonly id: RequirementId }[]
  /** Entries, or parts of entries, that explain no pass. */
  readonly unneeded: readonly string[]
}

export const reviewedPasses = (): readonly ReviewedPass[] =>
  (parse(readFileSync(new URL('reviewed.yaml', import.meta.url), 'utf8')) as
    | readonly ReviewedPass[]
    | null) ?? []

const isNamed = (shell: string, names: readonly string[]) =>
  names.some((name) => (name.endsWith('*') ? shell.startsWith(name.slice(0, -1)) : shell === name))

/**
 * @param results of the shells that were judged
 * @param all ids of all shells: an entry is unneeded only if every shell that it names was judged
 * @param judged requirements that were judged
 */
export function reviewPasses(
  results: readonly ShellResult[],
  list: readonly ReviewedPass[],
  all: readonly string[],
  judged: readonly RequirementId[],
): ReviewOfPasses {
  const passes = results.flatMap(({ shell, passed }) => passed.map((id) => ({ shell: shell.id, id })))
  const entryOf = (shell: string, id: RequirementId) =>
    list.find(({ shells, requirements }) => requirements.includes(id) && isNamed(shell, shells))
  const judgedShells = new Set(results.map(({ shell }) => shell.id))
  const unneeded = list.flatMap(({ shells, requirements }) => {
    const named = all.filter((shell) => isNamed(shell, shells))
    if (named.length === 0) return [`${shells.join(', ')}: no such shell`]
    if (!named.every((shell) => judgedShells.has(shell))) return []
    return requirements
      .filter((id) => judged.includes(id))
      .filter((id) => !passes.some((pass) => pass.id === id && named.includes(pass.shell)))
      .map((id) => `${id} on ${shells.join(', ')}`)
  })
  return {
    reviewed: passes.flatMap(({ shell, id }) => {
      const entry = entryOf(shell, id)
      return entry ? [{ shell, id, reason: entry.reason }] : []
    }),
    vacuous: passes.filter(({ shell, id }) => !entryOf(shell, id)),
    unneeded,
  }
}
