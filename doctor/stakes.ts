import {
  capabilities,
  requirements,
  requirementsInEdition,
  unclaimedArea,
  type OperationName,
  type RequirementId,
  type StateName,
} from '../spec/index.ts'
import type { Deployment } from '../fixtures/config/deployment.ts'
import type { Need } from './outlook.ts'

/** The requirements that a run of the deployment would judge, by their needs. */
export interface Stakes {
  readonly all: readonly RequirementId[]
  /** The needs of the MUST requirements of the latest edition. */
  readonly must: readonly Need[]
  readonly operations: ReadonlySet<OperationName>
  readonly states: ReadonlySet<StateName>
  /** Requirements that call one of the operations. */
  calling(...operations: readonly OperationName[]): readonly RequirementId[]
  /** Requirements that need one of the states. */
  arranging(...states: readonly StateName[]): readonly RequirementId[]
}

/** @param only areas and requirement ids of the run; empty: all claimed areas */
export function stakesOf(deployment: Deployment, only: readonly string[] = []): Stakes {
  const judged = requirements.filter(
    // The same rule as for verdicts: specified, in a claimed area, with all operations offered.
    (requirement) =>
      requirement.specified &&
      (only.length === 0 || only.includes(requirement.id) || only.includes(requirement.area)) &&
      unclaimedArea(requirement, deployment.areas) === undefined &&
      requirement.operations.every((operation) => deployment.operations[operation] !== null) &&
      !withoutCapability(requirement.id, deployment),
  )
  const must = mustOf(deployment)
  const idsOf = (chosen: typeof judged) => chosen.map(({ id }) => id)
  return {
    all: idsOf(judged),
    must: judged
      .filter(({ id }) => must.has(id))
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

/** Levels are those of the judged version, needs those of the version that Assay was made for. */
const mustOf = ({ contract }: Deployment): ReadonlySet<RequirementId> =>
  new Set(
    requirementsInEdition(contract)
      .filter(({ level }) => level === 'MUST')
      .map(({ id }) => id),
  )

const withoutCapability = (requirement: RequirementId, { notOffered }: Deployment): boolean =>
  capabilities.some(
    ({ id, requirements: needing }) =>
      notOffered.includes(id) && needing.some((needed) => needed === requirement),
  )
