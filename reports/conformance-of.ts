import { defaultContract, hasSameRule, requirementsInEdition, type Contract } from '../spec/index.ts'
import type { Conformance, Exchange } from './conformance.ts'
import { coverageOfRun } from './coverage-of-run.ts'
import { latencyOf } from './latency.ts'
import { calledOperations, unservedExchanges } from './unserved.ts'
import { foldRun, type FinishedRun } from './fold-run.ts'

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
  const { areas, operations, profiles, requirements } = catalogue
  return foldRun({
    ...run,
    ...(contract !== defaultContract && {
      contractVersion: contract.version,
      withoutCheck: new Set(requirements.filter((one) => !hasSameRule(one)).map(({ id }) => id)),
    }),
    catalogue: requirementsInEdition(contract, run.edition),
    areas,
    operations,
    profiles: profiles.find(({ edition }) => edition === run.edition)?.profiles ?? [],
    exchanges,
    unserved: unservedExchanges(exchanges, operations),
    called: calledOperations(exchanges),
    coverage: coverageOfRun(run, exchanges, contract),
    latency: latencyOf(exchanges),
  })
}
