/** Which profiles a run reached. */
import { CONVENTIONS, unclaimedArea } from '../spec/claims.ts'
import type { Capability, Profile, Requirement } from '../spec/model.ts'
import type { ProfileResult, RequirementResult } from './conformance.ts'

/** Maximum number of missing requirements for a narrowly missed profile. */
export const MOST_MISSING = 10

/** The claims and the offers of a deployment. */
interface Offer {
  /** As the edition judges by it. */
  readonly catalogue: readonly Requirement[]
  readonly claimedAreas: readonly string[] | undefined
  readonly withoutCapabilities?: readonly Capability[]
  /** Operations that are not offered. */
  readonly notOffered: readonly string[]
}

/**
 * Each profile, by the verdicts of a complete run. A rule that does not apply for another reason than that the deployment
 * does not offer something, such as one that no response could break, keeps no profile away. Nor does one of which a
 * challenge was upheld.
 */
export function profilesOf(
  profiles: readonly Profile[],
  results: readonly RequirementResult[],
  offer: Offer,
): readonly ProfileResult[] {
  const byId = new Map(results.map((result) => [result.id, result]))
  const lackOf = lacksIn(offer)
  const upheld = new Set(offer.catalogue.filter((each) => each.upheld).map(({ id }) => id))
  return profiles.map(({ id, title, requirements }) => {
    const taken = requirements
      .filter((each) => !upheld.has(each))
      .map((each) => ({ id: each, result: byId.get(each) }))
    const missing = taken.filter(
      ({ result }) => result?.verdict !== 'pass' && result?.verdict !== 'not-applicable',
    )
    const lacks = taken
      .filter(({ result }) => result?.verdict === 'not-applicable')
      .flatMap(({ id: lacking }) => lackOf(lacking) ?? [])
    const facts = {
      id,
      title,
      requirements: taken.length,
      held: taken.length - missing.length - lacks.length,
    }
    if (lacks.length > 0) return { ...facts, state: 'not-offered', lacks: sorted(lacks) }
    if (missing.length === 0) return { ...facts, state: 'reached' }
    if (missing.length > MOST_MISSING) return { ...facts, state: 'missed' }
    return {
      ...facts,
      state: 'narrowly-missed',
      missing: missing.map(({ id: each, result }) => ({
        id: each,
        verdict: result?.verdict ?? 'blocked',
        ...(result?.cause === undefined ? {} : { cause: result.cause }),
      })),
    }
  })
}

type Lack = Readonly<Record<'area' | 'capability' | 'operation', string | undefined>>

/** For want of what a requirement does not apply; undefined: it is offered. */
function lacksIn({ catalogue, claimedAreas, withoutCapabilities = [], notOffered }: Offer) {
  const byId = new Map(catalogue.map((requirement) => [requirement.id, requirement]))
  return (id: string): Lack | undefined => {
    const requirement = byId.get(id)
    if (requirement === undefined || requirement.area === CONVENTIONS) return undefined
    const { operations, anyOf = [] } = requirement
    const isAbsent = (operation: string) => notOffered.includes(operation)
    const lack: Lack = {
      area: unclaimedArea(requirement, claimedAreas),
      capability:
        withoutCapabilities.find((capability) => capability.requirements.includes(id))?.id ??
        withoutCapabilities.find(({ partly }) => partly.includes(id))?.id,
      operation: operations.find(isAbsent) ?? (anyOf.every(isAbsent) ? anyOf[0] : undefined),
    }
    return Object.values(lack).some((name) => name !== undefined) ? lack : undefined
  }
}

function sorted(lacks: readonly Lack[]): NonNullable<ProfileResult['lacks']> {
  const names = (kind: keyof Lack) =>
    [...new Set(lacks.flatMap((lack) => lack[kind] ?? []))].toSorted((a, b) => a.localeCompare(b))
  return { areas: names('area'), capabilities: names('capability'), operations: names('operation') }
}
