import {
  capabilities,
  requirements,
  unclaimedArea,
  type OperationName,
  type RequirementId,
  type StateName,
} from '../spec/index.ts'
import type { Deployment } from '../fixtures/config/deployment.ts'
import type { Need } from './outlook.ts'

/** The requirements that a run of the deployment would judge, by what they need. */
export interface Stakes {
  readonly all: readonly RequirementId[]
  /** What the MUST requirements need. */
  readonly must: readonly Need[]
  readonly operations: ReadonlySet<OperationName>
  readonly states: ReadonlySet<StateName>
  /** Those that call one of the operations. */
  calling(...operations: readonly OperationName[]): readonly RequirementId[]
  /** Those that need one of the states. */
  arranging(...states: readonly StateName[]): readonly RequirementId[]
}

/** @param only areas and requirement ids that the run is restricted to; empty: everything that is claimed */
export function stakesOf(deployment: Deployment, only: readonly string[] = []): Stakes {
  const judged = requirements.filter(
    // As the verdicts have it: specified, in an area that is claimed, and every operation offered.
    (requirement) =>
      requirement.specified &&
      (only.length === 0 || only.includes(requirement.id) || only.includes(requirement.area)) &&
      unclaimedArea(requirement, deployment.areas) === undefined &&
      requirement.operations.every((operation) => deployment.operations[operation] !== null) &&
      !withoutCapability(requirement.id, deployment),
  )
  const idsOf = (chosen: typeof judged) => chosen.map(({ id }) => id)
  return {
    all: idsOf(judged),
    must: judged
      .filter(({ level }) => level === 'MUST')
      .map(({ id, operations, anyOf, states }) => ({
        id,
        operations,
        ...(anyOf && { anyOf: anyOf.filter((operation) => deployment.operations[operation] !== null) }),
        states,
      })),
    operations: new Set(
      judged
        .flatMap(({ operations, anyOf = [] }) => [...operations, ...anyOf])
        .filter((operation) => deployment.operations[operation] !== null),
    ),
    states: new Set(judged.flatMap(({ states }) => states)),
    calling: (...names) =>
      idsOf(judged.filter(({ operations }) => operations.some((name) => names.includes(name)))),
    arranging: (...names) =>
      idsOf(judged.filter(({ states }) => states.some((name) => names.includes(name)))),
  }
}

const withoutCapability = (requirement: RequirementId, { notOffered }: Deployment): boolean =>
  capabilities.some(
    ({ id, requirements: needing }) =>
      notOffered.includes(id) && needing.some((needed) => needed === requirement),
  )
