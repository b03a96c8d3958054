/** The plan of a run, without requests. */
import type { Deployment } from '../fixtures/config/deployment.ts'
import type { Check } from '../fixtures/registered-check.ts'
import { provisioningOf } from '../fixtures/provisioning/provisioners.ts'
import { conformanceOf } from '../reports/conformance-of.ts'
import { defaultContract, type Requirement, type StateName } from '../spec/index.ts'
import { grouped } from '../spec/grouped.ts'
import { checksOfContract } from './checks-of-contract.ts'
import { collectChecks, knownRequests } from './collect-checks.ts'
import { plannedHere } from './perform-run.ts'
import { scopeOf } from './report-run.ts'
import { plannedOf } from './run-folder.ts'
import type { RunPlan } from './run-plan.ts'

export interface DryRun {
  readonly deployment: { readonly name: string; readonly baseUrl: string }
  readonly checks: number
  /** About as many as on the reference server. */
  readonly requests: number
  /** Time of these requests at `limits.requestsPerSecond`. The waits of checks add to it; nobody knows them before. */
  readonly seconds: number
  readonly requestsPerSecond: number
  readonly judged: readonly string[]
  /** Requirements that would not be judged, by the reason. */
  readonly notJudged: readonly { readonly reason: string; readonly requirements: readonly string[] }[]
  /**
   * Provider states that neither the deployment file nor the API provides, each with the requirements that it blocks.
   */
  readonly missingStates: readonly { readonly state: string; readonly requirements: readonly string[] }[]
}

/** Plans a run. Nothing is sent or written. */
export async function dryRun(plan: RunPlan): Promise<DryRun> {
  const { deployment } = plan
  const { limits } = deployment
  const planned = plannedHere(plan, checksOfContract(await collectChecks(), deployment.contract))
  const requests = requestsOf(planned)
  const { judged, notJudged } = requirementsOf(plan, planned)
  return {
    deployment: scopeOf(plan).deployment,
    checks: planned.length,
    requests,
    seconds: Math.ceil(requests / limits.requestsPerSecond),
    requestsPerSecond: limits.requestsPerSecond,
    judged,
    notJudged,
    missingStates: missingStates(deployment, judged),
  }
}

const catalogueOf = ({ contract = defaultContract }: Deployment) => contract.catalogue.requirements

function requestsOf(planned: readonly Check[]): number {
  const known = knownRequests()
  return Math.round(planned.reduce((sum, { suite }) => sum + (known[suite] ?? 0), 0))
}

/** The verdicts of a run without judgements show which requirements it omits, and why. */
function requirementsOf(plan: RunPlan, planned: readonly Check[]): Pick<DryRun, 'judged' | 'notJudged'> {
  const now = new Date().toISOString()
  const { requirements } = conformanceOf(
    {
      ...scopeOf(plan),
      planned: planned.map(plannedOf),
      judgements: [],
      startedAt: now,
      finishedAt: now,
      complete: true,
    },
    [],
    plan.deployment.contract,
  )
  const isLeftOut = ({ verdict }: { readonly verdict: string }) => verdict.startsWith('not-')
  const reasons = grouped(requirements.filter(isLeftOut), ({ reason = '' }) => reason)
  const asked = new Set(requirements.map(({ id }) => id))
  const unselected = catalogueOf(plan.deployment)
    .filter(({ id }) => !asked.has(id))
    .map(({ id }) => id)
  return {
    judged: requirements.filter((result) => !isLeftOut(result)).map(({ id }) => id),
    notJudged: [
      ...[...reasons].map(([reason, results]) => ({ reason, requirements: results.map(({ id }) => id) })),
      ...(unselected.length === 0
        ? []
        : [{ reason: 'the options of the run do not select it', requirements: unselected }]),
    ].toSorted((one, other) => other.requirements.length - one.requirements.length),
  }
}

/** Only a run shows whether a deployment serves the states at its address. */
function missingStates(deployment: Deployment, judged: readonly string[]): DryRun['missingStates'] {
  if (deployment.states !== undefined) return []
  const isMissing = (state: StateName) =>
    deployment.stateFunctions?.setUps[state] === undefined &&
    deployment.given[state] === undefined &&
    provisioningOf(state, deployment) === undefined
  const needing = catalogueOf(deployment)
    .filter(({ id }) => judged.includes(id))
    .flatMap(({ id, states }: Requirement) => states.map((state) => ({ id, state: state as StateName })))
    .filter(({ state }) => isMissing(state))
  return [...grouped(needing, ({ state }) => state)]
    .map(([state, needs]) => ({ state, requirements: needs.map(({ id }) => id) }))
    .toSorted((one, other) => other.requirements.length - one.requirements.length)
}
