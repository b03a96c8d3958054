import {
  stateValues,
  type OperationName,
  type RequirementId,
  type StateName,
  type StateParams,
  type StateValues,
} from '../spec/index.ts'
import { Blocked } from '../fixtures/errors.ts'
import type { Deployment } from '../fixtures/config/deployment.ts'
import { provisioningMeans, provisioningOf } from '../fixtures/provisioning/provisioners.ts'
import { stateAddress } from '../fixtures/state-functions-transport.ts'
import { valueAt } from '../spec/value-at.ts'
import { walletsFromSeed } from '../fixtures/wallets/wallets.ts'
import { blockedOrThrow, type Examination } from './examination.ts'
import { madeUp } from './harmless-call.ts'
import { describeInvalidResponse } from './describe-invalid-response.ts'

/** Values of the states arranged so far. */
export type Held = { readonly [Name in StateName]?: StateValues[Name] }

interface Question<Name extends StateName> {
  readonly params: StateParams[Name]
  /** The parameters have nonexistent ids, so the endpoint may reject a state that it knows. */
  readonly madeUp?: boolean
}

type Asker<Name extends StateName> = (
  held: Held,
  examination: Examination,
) => Question<Name> | undefined | Promise<Question<Name> | undefined>

type AnyAsker = (held: Held, examination: Examination) => ReturnType<Asker<StateName>>

/** States that need parameters; all others are requested without. */
type WithParams = { [Name in StateName]: object extends StateParams[Name] ? never : Name }[StateName]

const ASKERS: { readonly [Name in WithParams]: Asker<Name> } = {
  'wallet-challenge': () => ({
    params: { chain: 'EVM', address: walletsFromSeed(madeUp('wallet')).evm().address },
  }),
  'liveness-outcome': ({ 'liveness-challenge': challenge }) =>
    challenge && { params: { externalAccountId: challenge.externalAccountId, outcome: 'PASSED' } },
  'external-account': () => ({ params: { withoutChallenge: true } }),
  'external-account-of-type': () => ({ params: { accountType: 'BASE_WALLET' } }),
  'external-account-in-status': () => ({ params: { status: 'ACTIVE' } }),
  'beneficiary-verification': () => ({ params: { result: 'MATCHED' } }),
  // This address receives nothing; the state is torn down with the others.
  'webhook-endpoint': () => ({ params: { url: 'https://assay-doctor.invalid/' }, madeUp: true }),
  'sibling-agent': ({ agent }) => agent && { params: { agentId: agent.agentId } },
  'agent-actions': ({ agent }) =>
    agent && {
      params: {
        agentId: agent.agentId,
        counts: { PENDING_APPROVAL: 1, APPROVED: 0, REJECTED: 0, FAILED: 0 },
      },
    },
  'reject-action': ({ agent }, examination) => agent && rejection(agent, examination),
  'error-condition': () => ({ params: { status: 401, code: 'UNAUTHORIZED' } }),
  'account-balance': ({ agent }) => agent && { params: { accountId: agent.sourceAccountId } },
  'embedded-wallet': ({ agent }) => agent && { params: { agentId: agent.agentId } },
  'wallet-credential': () => ({ params: { type: 'EMAIL_OTP' } }),
  'drain-source': ({ agent }) =>
    agent && { params: { agentId: agent.agentId, sourceAccountId: agent.sourceAccountId } },
  'external-account-receiver': ({ agent }) => agent && { params: { customerId: agent.customerId } },
  quote: () => ({ params: { status: 'PENDING' } }),
  transaction: () => ({ params: { outcome: 'SETTLED' } }),
  card: () => ({ params: { state: 'ACTIVE' } }),
  stablecoin: () => ({ params: { enablement: 'NOT_ENABLED' } }),
}

/** States whose values others need, or that change them. */
const FIRST: readonly StateName[] = ['agent', 'liveness-challenge', 'agent-actions']
const LAST: readonly StateName[] = ['drain-source']

/**
 * - `served`: arranged by the deployment
 * - `provisioned`: created through operations of the deployment
 * - `given`: named in the deployment file
 * - `missing`: not available
 */
export type StateSource = 'served' | 'provisioned' | 'given' | 'missing' | 'not tested'

export interface StateFinding {
  readonly state: StateName
  readonly source: StateSource
  readonly detail: string
  /** The deployment serves it with a violation of the exchange. */
  readonly isWrong: boolean
  /** MUST requirements that need it. */
  readonly blocks: readonly RequirementId[]
  /** The exchange to serve. */
  readonly fix?: string
}

export interface StateExaminer {
  /** Arranges the state once. */
  examine(state: StateName): Promise<StateFinding>
  readonly held: Held
}

export interface StateOptions {
  /** Whether states are arranged; false: the result only states how a run would arrange them. */
  readonly mayCreate: boolean
  /** Why no state can be arranged at `states.url`; undefined: it works. */
  readonly closed: string | undefined
  /** Missing operations. */
  readonly absent: (operation: OperationName) => boolean
}

/** The states that a run would need: those first whose values others need. */
export function statesInOrder(states: ReadonlySet<StateName>): readonly StateName[] {
  const rank = (state: StateName) =>
    FIRST.includes(state) ? FIRST.indexOf(state) - FIRST.length : LAST.indexOf(state) + 1
  return [...states].sort((a, b) => rank(a) - rank(b))
}

export function createStateExaminer(examination: Examination, options: StateOptions): StateExaminer {
  const held: { [Name in StateName]?: StateValues[Name] } = {}
  return {
    held,
    async examine(state) {
      const { source, detail, isWrong = false, fix } = await examineState(state, held, examination, options)
      const blocks = examination.stakes.must
        .filter(({ states }) => states.includes(state))
        .map(({ id }) => id)
      return { state, source, detail, isWrong, blocks, ...(fix !== undefined && { fix }) }
    },
  }
}

interface Found {
  readonly source: StateSource
  readonly detail: string
  readonly isWrong?: boolean
  readonly fix?: string
}

async function examineState(
  state: StateName,
  held: Partial<Record<StateName, unknown>>,
  examination: Examination,
  { mayCreate, closed, absent }: StateOptions,
): Promise<Found> {
  const { deployment } = examination
  const { states, stateFunctions } = deployment
  if (!mayCreate) return untried(state, deployment, absent)
  if (closed !== undefined) return { source: 'not tested', detail: closed }
  const self = provisioningOf(state, deployment)
  const lacking = self?.operations.filter(absent) ?? []
  const isGiven = (deployment.given[state] ?? []).length > 0
  if (!states && !stateFunctions && !isGiven) {
    if (!self) return { source: 'missing', detail: whyUnprovisioned(state, deployment) }
    if (lacking.length > 0) return { source: 'missing', detail: `not found: ${lacking.join(', ')}` }
  }
  const asker = (ASKERS as Readonly<Partial<Record<StateName, AnyAsker>>>)[state]
  const question = asker ? await chooseParameters(asker, held as Held, examination) : { params: {} }
  if (!question || question instanceof Blocked) {
    const why = question?.message ?? 'it requires the state agent'
    return isGiven ? givenEntriesOf(state, deployment) : { source: 'not tested', detail: why }
  }
  if (!states && !stateFunctions && question.madeUp && !isGiven) {
    return { source: 'not tested', detail: 'it requires an action, or an address that receives events' }
  }
  return setUp(state, question, held, examination)
}

/** How a run would arrange a state that is not arranged now. */
function untried(
  state: StateName,
  deployment: Deployment,
  absent: (operation: OperationName) => boolean,
): Found {
  const { states, stateFunctions } = deployment
  const notTried = (how: string): Found => ({ source: 'not tested', detail: `--no-create; ${how}` })
  if (stateFunctions && Object.hasOwn(stateFunctions.setUps, state)) return notTried('by its function')
  if (states) return notTried('states.url may serve it')
  const self = provisioningOf(state, deployment)
  const lacking = self?.operations.filter(absent) ?? []
  if (self && lacking.length === 0) return notTried(throughOperations(self))
  if ((deployment.given[state] ?? []).length > 0) return givenEntriesOf(state, deployment)
  const detail = lacking.length > 0 ? `not found: ${lacking.join(', ')}` : whyUnprovisioned(state, deployment)
  return { source: 'missing', detail }
}

function whyUnprovisioned(state: StateName, { operations }: Deployment): string {
  const means = provisioningMeans(state)
  if (!means) return 'no operation of the contract sets it up'
  const missing = means.operations.filter((operation) => operations[operation] === null)
  return `the deployment does not offer ${missing.join(', ')}`
}

const throughOperations = ({ operations }: { readonly operations: readonly string[] }) =>
  operations.length === 0 ? 'by plain requests' : `through ${operations.join(', ')}`

function givenEntriesOf(state: StateName, { file, given }: Deployment): Found {
  const count = given[state]?.length ?? 0
  return { source: 'given', detail: `${count} ${count === 1 ? 'entry' : 'entries'} in ${file}` }
}

async function setUp(
  state: StateName,
  { params, madeUp: isMadeUp = false }: Question<StateName>,
  held: Partial<Record<StateName, unknown>>,
  examination: Examination,
): Promise<Found> {
  const { deployment, noted } = examination
  const { states, stateFunctions } = deployment
  const already = noted.length
  const values = await examination.arrangements.arrange(state, params).catch(blockedOrThrow)
  if (!(values instanceof Blocked)) {
    held[state] = values
    return arranged(state, examination)
  }
  // Entries may be for other parameters.
  if ((deployment.given[state] ?? []).length > 0) return givenEntriesOf(state, deployment)
  const url = stateFunctions ? stateAddress(state) : states?.url
  const response = noted.slice(already).findLast((exchange) => exchange.url === url)?.response
  const { status } = response ?? {}
  if (isMadeUp && status === 422) return { source: 'served', detail: 'known: 422 to a made-up action' }
  const isServed = url !== undefined && status !== 404
  const shown =
    isServed && response && !stateFunctions ? describeInvalidResponse(response, examination.redaction) : ''
  return {
    source: isMadeUp && isServed ? 'not tested' : 'missing',
    detail: `${detailOf(stateFunctions ? undefined : status, values)}${shown}`,
    isWrong: isServed && status !== 422 && !isMadeUp,
    ...(states && { fix: exchangeToServe(state, params) }),
  }
}

/** Its parameters may need values that the arranged state does not have. */
async function chooseParameters(asker: AnyAsker, held: Held, examination: Examination) {
  try {
    return await asker(held, examination)
  } catch (error) {
    return blockedOrThrow(error)
  }
}

/** How the state was arranged, and the limits of that way. */
function arranged(state: StateName, { deployment, arrangements }: Examination): Found {
  const by = arrangements.arranged().findLast((one) => one.state === state)?.by
  const self = provisioningOf(state, deployment)
  if (by === 'given') return givenEntriesOf(state, deployment)
  if (by === 'self' && !self) return { source: 'missing', detail: whyUnprovisioned(state, deployment) }
  if (by !== 'self' || !self) {
    return {
      source: 'served',
      detail: by === 'function' ? `by its function in ${deployment.file}` : 'set up',
    }
  }
  const lacks = self.lacks === undefined ? '' : `; ${self.lacks}`
  return { source: 'provisioned', detail: `${throughOperations(self)}${lacks}` }
}

/** Why a state is missing, in brief. */
function detailOf(status: number | undefined, blocked: Blocked): string {
  // The exchanges of an examination are not kept, so the id is useless.
  const message = blocked.message.replaceAll(/ \(exchange [^)]*\)/g, '')
  const why = /; through the API it cannot be provisioned: (.*)$/s.exec(message)?.[1]
  if (status === 404) return why === undefined ? 'not served (404)' : `not served (404); ${why}`
  if (status === 422) return `served, but not with these parameters (422): ${message.replace(/^.*?: /, '')}`
  return why ?? message
}

/** Request and response of `states.url`. */
function exchangeToServe(state: StateName, params: object): string {
  const values = Object.entries(stateValues[state]).flatMap(([name, { optional }]) =>
    optional ? [] : [`"${name}":…`],
  )
  return `POST states.url ${JSON.stringify({ action: 'setup', state, params })} → 200 {${values.join(',')}}`
}

/** A pending action and its transaction; random ids if there is none. */
async function rejection(
  { agentId, accessToken }: StateValues['agent'],
  examination: Examination,
): Promise<Question<'reject-action'>> {
  const listed = await examination.ask({
    operation: 'listAgentActions',
    query: { status: 'PENDING_APPROVAL', limit: 1 },
    authorization: examination.agent(accessToken),
  })
  const body = listed instanceof Blocked ? undefined : listed.body
  const text = (path: string) => {
    const value = valueAt(body, path)
    return typeof value === 'string' ? value : undefined
  }
  const actionId = text('data.0.id')
  const transactionId = text('data.0.transaction.id') ?? text('data.0.quote.transactionId')
  const reason = 'rejected by assay doctor'
  return actionId !== undefined && transactionId !== undefined
    ? { params: { agentId, actionId, transactionId, reason } }
    : {
        params: { agentId, actionId: madeUp('actionId'), transactionId: madeUp('transactionId'), reason },
        madeUp: true,
      }
}
