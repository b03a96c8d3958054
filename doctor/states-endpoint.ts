import { Blocked } from '../fixtures/errors.ts'
import type { TransportProblem, WireResponse } from '../fixtures/http/transport.ts'
import { remedyOf } from './connection-remedy.ts'
import { fine, notTested, type Diagnosis } from './diagnosis.ts'
import { blockedOrThrow, type Examination } from './examination.ts'
import { describeInvalidResponse } from './describe-invalid-response.ts'

const WHAT = 'states.url'
/** No deployment serves this state, so the request arranges nothing. */
const NONEXISTENT_STATE = 'assay-nonexistent-state'

/** Permanent: a retry would fail in the same way. */
const LASTING: ReadonlySet<TransportProblem> = new Set(['refused', 'unresolved', 'tls'])

export interface StatesEndpoint {
  readonly diagnosis: Diagnosis
  /** No provider state can be arranged, and waiting would not help. */
  readonly shut: boolean
}

/**
 * Whether the provider-state exchange exists and accepts the credentials (docs: describing a deployment, section 2).
 */
export async function examineStatesEndpoint(examination: Examination): Promise<StatesEndpoint> {
  const { deployment, stakes, exchangeClient, noted } = examination
  const { states, stateFunctions, file } = deployment
  if (stateFunctions) {
    const served = Object.keys(stateFunctions.setUps).join(', ')
    return { diagnosis: fine('states', `functions of ${file}: ${served || 'none'}`), shut: false }
  }
  const blocks = stakes.arranging(...stakes.states)
  if (!states) {
    return {
      diagnosis: notTested(WHAT, `${file} has no states.url; states are set up through the API`),
      shut: false,
    }
  }
  const incoming = await exchangeClient
    .pass({
      kind: 'state',
      operation: undefined,
      method: 'POST',
      url: states.url,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...states.headers },
      body: JSON.stringify({ action: 'setup', state: NONEXISTENT_STATE, params: {} }),
      secretsIn: () => [],
    })
    .catch(blockedOrThrow)
  if (incoming instanceof Blocked) {
    const problem = noted.findLast(({ url }) => url === states.url)?.problem
    const diagnosis: Diagnosis = {
      what: WHAT,
      state: 'missing',
      detail: `The provider state request to ${states.url} got no complete response: ${problem?.message ?? incoming.message}.`,
      blocks,
      fixIn: 'environment',
      fix:
        remedyOf(problem, deployment, states.url) ??
        `Check that provider states are served, and that states.url in ${file} is correct.`,
    }
    return { diagnosis, shut: problem !== undefined && LASTING.has(problem.kind) }
  }
  return spokenBy(incoming.response, states.url, examination)
}

/** The diagnosis from a response of the endpoint. */
function spokenBy(response: WireResponse, url: string, { stakes, redaction }: Examination): StatesEndpoint {
  const { status } = response
  if (status === 401 || status === 403) {
    const diagnosis: Diagnosis = {
      what: WHAT,
      state: 'wrong',
      detail: `${url} responds ${status}: it rejects states.headers.`,
      blocks: stakes.arranging(...stakes.states),
      fixIn: 'deployment-file',
      fix: 'states: { headers: { authorization: "Bearer ${STATES_TOKEN}" } }  (or what the endpoint requires)',
    }
    return { diagnosis, shut: true }
  }
  const shown = describeInvalidResponse(response, redaction)
  const responds = `${url} responds ${status} to a state that does not exist`
  return {
    diagnosis:
      shown === ''
        ? fine(WHAT, responds)
        : {
            what: WHAT,
            state: 'warn',
            detail: `${responds}, not JSON${shown}`,
            blocks: [],
            fixIn: 'deployment-file',
          },
    shut: false,
  }
}
