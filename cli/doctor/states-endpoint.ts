import { Blocked } from '../../fixtures/blocked.ts'
import { provisioningOf } from '../../fixtures/provisioning/provisioners.ts'
import type { TransportProblem } from '../../fixtures/transport.ts'
import { fine, type Diagnosis } from './diagnosis.ts'
import { blockedOrThrow, type Examination } from './examination.ts'

const WHAT = 'states.url'
/** A state that nobody knows, so that nothing is set up. */
const NOBODYS_STATE = 'assay-asks-whether-anybody-is-there'

/** Certain: another try would come to the same. */
const LASTING: ReadonlySet<TransportProblem> = new Set(['refused', 'unresolved', 'tls'])

export interface StatesEndpoint {
  readonly diagnosis: Diagnosis
  /** No provider state can be set up there, and waiting would not help. */
  readonly shut: boolean
}

/** Whether the provider-state exchange is there and lets us in (docs: describing a deployment, section 2). */
export async function examineStatesEndpoint(examination: Examination): Promise<StatesEndpoint> {
  const { deployment, stakes, door, noted } = examination
  const { states, stateFunctions, file } = deployment
  if (stateFunctions) {
    const served = Object.keys(stateFunctions.setUps).join(', ')
    return { diagnosis: fine('states', `functions of ${file}: ${served || 'none'}`), shut: false }
  }
  const needed = [...stakes.states]
  const blocks = stakes.arranging(...needed)
  if (!states) {
    // The others are tried through the API or taken from the file, and speak for themselves.
    const unarranged = needed.filter(
      (state) => !provisioningOf(state, deployment) && !deployment.given[state],
    )
    const diagnosis: Diagnosis =
      blocks.length === 0
        ? fine(WHAT, 'nothing that is judged needs provider states')
        : {
            what: WHAT,
            state: 'missing',
            detail: `${file} has no states.url${unarranged.length === 0 ? '' : `, and there is no other way to ${unarranged.join(', ')}`}`,
            blocks: stakes.arranging(...unarranged),
            fixIn: 'deployment-file',
            fix: 'states: { url: "https://…/_states", headers: { authorization: "Bearer ${STATES_TOKEN}" } }',
          }
    return { diagnosis, shut: false }
  }
  const incoming = await door
    .pass({
      kind: 'state',
      operation: undefined,
      method: 'POST',
      url: states.url,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...states.headers },
      body: JSON.stringify({ action: 'setup', state: NOBODYS_STATE, params: {} }),
      secretsIn: () => [],
    })
    .catch(blockedOrThrow)
  if (incoming instanceof Blocked) {
    const problem = noted.findLast(({ url }) => url === states.url)?.problem
    const diagnosis: Diagnosis = {
      what: WHAT,
      state: 'missing',
      detail: `Asking ${states.url} for a provider state got no complete response: ${problem?.message ?? incoming.message}.`,
      blocks,
      fixIn: 'environment',
      fix: `Check that provider states are served, and that states.url in ${file} is right.`,
    }
    return { diagnosis, shut: problem !== undefined && LASTING.has(problem.kind) }
  }
  const { status } = incoming.response
  if (status === 401 || status === 403) {
    const diagnosis: Diagnosis = {
      what: WHAT,
      state: 'wrong',
      detail: `${states.url} answers ${status}: what states.headers present is refused.`,
      blocks,
      fixIn: 'deployment-file',
      fix: 'states: { headers: { authorization: "Bearer ${STATES_TOKEN}" } }  (or whatever the endpoint asks for)',
    }
    return { diagnosis, shut: true }
  }
  return { diagnosis: fine(WHAT, `${states.url} answers (${status} to a state of nobody)`), shut: false }
}
