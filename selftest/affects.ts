import type { AffectedBy } from '../reference/rules/affected.ts'
import type { Rules } from '../reference/rules/index.ts'

/** The operations affect resources other than the one that the request names. */
export const affects =
  <Name extends keyof AffectedBy>(
    operations: readonly Name[],
    choose: (named: AffectedBy[Name], all: readonly AffectedBy[Name][]) => readonly AffectedBy[Name][],
  ) =>
  (conforming: Rules): Pick<Rules, 'affected'> => {
    const isAsked = (operation: string): boolean => operations.some((one) => one === operation)
    const affected = (operation: Name, named: AffectedBy[Name], all: Iterable<AffectedBy[Name]>) =>
      isAsked(operation) ? choose(named, [...all]) : conforming.affected(operation, named, all)
    return { affected: affected as Rules['affected'] }
  }

/** The operations succeed, and change nothing. */
export const affectsNothing = (...operations: readonly (keyof AffectedBy)[]) => affects(operations, () => [])
