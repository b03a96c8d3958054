/** The parts of the contract that a deployment claims: coverage is measured against them. Pure. */
import { CONVENTIONS, unclaimedArea } from '../spec/claims.ts'
import type { Catalogue } from '../spec/index.ts'
import type { Exercisable } from './coverage.ts'

/**
 * @param claimedAreas undefined: everything
 * @param notOffered operations that the deployment does not offer
 */
export function claimedParts(
  catalogue: Catalogue,
  claimedAreas: readonly string[] | undefined,
  notOffered: readonly string[],
): Exercisable {
  const { operations, documentedStatuses, catalogueCodes, enumSites, schemaSites, requirements } = catalogue
  const claimed = requirements.filter(
    (one) => one.area !== CONVENTIONS && unclaimedArea(one, claimedAreas) === undefined,
  )
  const used = new Set<string>(claimed.flatMap((requirement) => requirement.operations))
  const isClaimed = (operation: string) =>
    (claimedAreas === undefined || used.has(operation)) && !notOffered.includes(operation)
  // A code belongs to the area of the operations that return it, whether or not the catalogue itself is claimed.
  const within = new Map<string, string | undefined>(requirements.map((one) => [one.id, one.within]))
  const errorCodes: Record<string, string[]> = {}
  for (const { status, code, requirement } of catalogueCodes) {
    const area = within.get(requirement)
    const needed = { area: CONVENTIONS, ...(area !== undefined && { within: area }) }
    if (unclaimedArea(needed, claimedAreas) === undefined) (errorCodes[status] ??= []).push(code)
  }
  return {
    documented: Object.fromEntries(
      Object.entries(documentedStatuses).filter(
        // Some operations only arrange states.
        ([operation]) =>
          operations[operation as keyof typeof operations]?.onlyArranges !== true && isClaimed(operation),
      ),
    ),
    errorCodes,
    enumSites: enumSites.filter(({ operation }) => isClaimed(operation)),
    schemaSites: schemaSites.filter(({ operation }) => isClaimed(operation)),
  }
}
