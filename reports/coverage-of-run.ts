import { defaultContract, type Contract } from '../spec/index.ts'
import { claimedParts } from './claimed-parts.ts'
import type { Coverage, Exchange } from './conformance.ts'
import { coverageOf } from './coverage.ts'
import type { FinishedRun } from './fold-run.ts'
import { transitionsOf } from './transitions.ts'

/** The coverage of a run, with the transitions of its resources: of all its exchanges, judged or not. */
export const coverageOfRun = (
  { claimedAreas, notOffered }: Pick<FinishedRun, 'claimedAreas' | 'notOffered'>,
  exchanges: readonly Exchange[],
  { catalogue }: Contract = defaultContract,
): Coverage => ({
  ...coverageOf(exchanges, claimedParts(catalogue, claimedAreas, notOffered)),
  transitions: transitionsOf(
    exchanges,
    catalogue.stateTables.filter(({ area }) => claimedAreas === undefined || claimedAreas.includes(area)),
  ),
})
