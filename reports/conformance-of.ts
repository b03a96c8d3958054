import { defaultContract, hasSameRule, inEdition, type Catalogue, type Contract } from '../spec/index.ts'
import type { Conformance, Exchange } from './conformance.ts'
import { coverageOf } from './coverage.ts'
import { latencyOf } from './latency.ts'
import { transitionsOf } from './transitions.ts'
import { calledOperations, unservedExchanges } from './unserved.ts'
import { foldRun, type FinishedRun } from './verdicts.ts'

/**
 * The result of a finished run.
 *
 * @param contract the version that it is judged by; default: the one that Assay was made for
 */
export function conformanceOf(
  run: Omit<
    FinishedRun,
    | 'catalogue'
    | 'contractVersion'
    | 'withoutCheck'
    | 'profiles'
    | 'areas'
    | 'exchanges'
    | 'unserved'
    | 'called'
    | 'coverage'
    | 'latency'
    | 'operations'
  >,
  exchanges: readonly Exchange[],
  contract: Contract = defaultContract,
): Conformance {
  const { catalogue } = contract
  const { areas, challenges, editions, enumSites, operations, profiles, requirements } = catalogue
  const { schemaSites, stateTables } = catalogue
  return foldRun({
    ...run,
    ...(contract !== defaultContract && {
      contractVersion: contract.version,
      withoutCheck: new Set(requirements.filter((one) => !hasSameRule(one)).map(({ id }) => id)),
    }),
    catalogue: inEdition(requirements, editions, run.edition, challenges),
    areas,
    operations,
    profiles: profiles.find(({ edition }) => edition === run.edition)?.profiles ?? [],
    exchanges,
    unserved: unservedExchanges(exchanges, operations),
    called: calledOperations(exchanges),
    coverage: {
      ...coverageOf(exchanges, {
        documented: offered(catalogue, run.notOffered),
        errorCodes: codesByStatus(catalogue),
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
}

/** The operations that are judged: not those that only arrange states. */
const offered = ({ documentedStatuses, operations }: Catalogue, notOffered: readonly string[]) =>
  Object.fromEntries(
    Object.entries(documentedStatuses).filter(
      ([operation]) =>
        operations[operation as keyof typeof operations]?.onlyArranges !== true &&
        !notOffered.includes(operation),
    ),
  )

const codesByStatus = ({ errorCatalogue }: Catalogue) =>
  Object.fromEntries(Object.entries(errorCatalogue).map(([status, codes]) => [status, Object.keys(codes)]))
