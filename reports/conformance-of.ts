import {
  areas,
  challenges,
  documentedStatuses,
  editions,
  enumSites,
  errorCatalogue,
  inEdition,
  operations,
  profiles,
  requirements,
  schemaSites,
  stateTables,
} from '../spec/index.ts'
import type { Conformance, Exchange } from './conformance.ts'
import { coverageOf } from './coverage.ts'
import { latencyOf } from './latency.ts'
import { transitionsOf } from './transitions.ts'
import { calledOperations, unservedExchanges } from './unserved.ts'
import { foldRun, type FinishedRun } from './verdicts.ts'

/** The result of a finished run, by the current contract in spec/. */
export const conformanceOf = (
  run: Omit<
    FinishedRun,
    'catalogue' | 'profiles' | 'areas' | 'exchanges' | 'unserved' | 'called' | 'coverage' | 'latency'
  >,
  exchanges: readonly Exchange[],
): Conformance =>
  foldRun({
    ...run,
    catalogue: inEdition(requirements, editions, run.edition, challenges),
    areas,
    profiles: profiles.find(({ edition }) => edition === run.edition)?.profiles ?? [],
    exchanges,
    unserved: unservedExchanges(exchanges, operations),
    called: calledOperations(exchanges),
    coverage: {
      ...coverageOf(exchanges, {
        documented: offered(run.notOffered),
        errorCodes: codesByStatus,
        enumSites,
        schemaSites,
      }),
      transitions: transitionsOf(
        exchanges,
        stateTables.filter(({ area }) => run.claimedAreas === undefined || run.claimedAreas.includes(area)),
      ),
    },
    latency: latencyOf(exchanges),
  })

/** Operations that only arrange states are no part of what is judged. */
const arranging = new Set<string>(
  Object.entries(operations).flatMap(([name, { onlyArranges }]) => (onlyArranges === true ? [name] : [])),
)

const offered = (notOffered: readonly string[]) =>
  Object.fromEntries(
    Object.entries(documentedStatuses).filter(
      ([operation]) => !arranging.has(operation) && !notOffered.includes(operation),
    ),
  )

const codesByStatus = Object.fromEntries(
  Object.entries(errorCatalogue).map(([status, codes]) => [status, Object.keys(codes)]),
)
