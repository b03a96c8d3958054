import {
  stateValues,
  type RequirementId,
  type StateName,
  type StateParams,
  type StateValues,
} from '../../spec/index.ts'
import { Blocked } from '../../fixtures/blocked.ts'
import { provisioningOf } from '../../fixtures/provisioning/provisioners.ts'
import { stateAddress } from '../../fixtures/state-functions-transport.ts'
import { valueAt } from '../../spec/value-at.ts'
import { walletsFromSeed } from '../../fixtures/wallets/wallets.ts'
import { fine, type Diagnosis } from './diagnosis.ts'
import { blockedOrThrow, type Examination } from './examination.ts'
import { madeUp } from './harmless-call.ts'
import type { Stakes } from './stakes.ts'

/** Values of the states that are set up so far. */
export type Held = { readonly [Name in StateName]?: StateValues[Name] }

interface Question<Name extends StateName> {
  readonly params: StateParams[Name]
  /** The parameters name what is nobody's, so the state may be refused and yet be known. */
  readonly madeUp?: boolean
}

type Asker<Name extends StateName> = (
  held: Held,
  examination: Examination,
) => Question<Name> | undefined | Promise<Question<Name> | undefined>

type AnyAsker = (held: Held, examination: Examination) => ReturnType<Asker<StateName>>

/** Those that can be asked for only with parameters; the others are asked for with none. */
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
  // Nothing can be delivered there; it is torn down with the others.
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

/** Others need their values, or are changed by them. */
const FIRST: readonly StateName[] = ['agent', 'liveness-challenge', 'agent-actions']
const LAST: readonly StateName[] = ['drain-source']

export interface StatesSeen {
  readonly diagnoses: readonly Diagnosis[]
  readonly held: Held
}

/** Whether each provider state that a run would need can be set up: each is asked for once. */
export async function examineStates(
  examination: Examination,
  progress: (what: string) => void,
): Promise<StatesSeen> {
  const held: { [Name in StateName]?: StateValues[Name] } = {}
  const diagnoses: Diagnosis[] = []
  const { states, stateFunctions, given } = examination.deployment
  const isServed = states !== undefined || stateFunctions !== undefined
  for (const state of inOrder(examination.stakes.states)) {
    if (!isServed && !given[state] && !provisioningOf(state, examination.deployment)) continue
    progress(`state ${state}`)
    diagnoses.push(await examineState(state, held, examination))
  }
  return { diagnoses, held }
}

function inOrder(states: ReadonlySet<StateName>): readonly StateName[] {
  const rank = (state: StateName) =>
    FIRST.includes(state) ? FIRST.indexOf(state) - FIRST.length : LAST.indexOf(state) + 1
  return [...states].sort((a, b) => rank(a) - rank(b))
}

async function examineState(
  state: StateName,
  held: Partial<Record<StateName, unknown>>,
  examination: Examination,
): Promise<Diagnosis> {
  const what = `state ${state}`
  const blocks = examination.stakes.arranging(state)
  const asker = (ASKERS as Readonly<Partial<Record<StateName, AnyAsker>>>)[state]
  const question = asker ? await asked(asker, held as Held, examination) : { params: {} }
  if (!question || question instanceof Blocked) {
    const why = question?.message ?? 'it needs another state, which could not be set up'
    return { what, state: 'unknown', detail: `not asked: ${why}`, blocks, fixIn: 'deployment-file' }
  }
  const { states, stateFunctions } = examination.deployment
  const self = provisioningOf(state, examination.deployment)
  if (!states && !stateFunctions && self && question.madeUp) {
    return fine(
      what,
      `would be arranged through ${self.operations.join(', ')}; not tried, since there is none`,
    )
  }
  const already = examination.noted.length
  const values = await examination.arrangements.arrange(state, question.params).catch(blockedOrThrow)
  if (!(values instanceof Blocked)) {
    held[state] = values
    return arrangedDiagnosis(state, examination)
  }
  const url = stateFunctions ? stateAddress(state) : states?.url
  const status = examination.noted.slice(already).findLast((exchange) => exchange.url === url)
    ?.response?.status
  if (question.madeUp && status === 422) return fine(what, 'known (it refused an action of nobody)')
  const isMissing = url === undefined || status === 404 || status === 422
  return {
    what,
    state: question.madeUp ? 'unknown' : isMissing ? 'missing' : 'wrong',
    detail: detailOf(stateFunctions ? undefined : status, values),
    blocks,
    fixIn: values.fixIn,
    fix: states ? exchangeToServe(state, question.params) : values.next,
  }
}

/** Its parameters may need values that a state, as it was arranged, does not have. */
async function asked(asker: AnyAsker, held: Held, examination: Examination) {
  try {
    return await asker(held, examination)
  } catch (error) {
    return blockedOrThrow(error)
  }
}

/** By which of the ways the state came to hold, and what that way cannot do. */
function arrangedDiagnosis(state: StateName, { deployment, arrangements, stakes }: Examination): Diagnosis {
  const what = `state ${state}`
  const by = arrangements.arranged().findLast((arranged) => arranged.state === state)?.by
  const self = provisioningOf(state, deployment)
  if (by === 'given') return fine(what, `given in ${deployment.file}`)
  if (by !== 'self' || !self) {
    return fine(what, by === 'function' ? `its function in ${deployment.file} sets it up` : 'can be set up')
  }
  const { operations, lacks } = self
  const detail = `not served; can be arranged through ${operations.join(', ')}`
  if (lacks === undefined) return fine(what, detail)
  return {
    what,
    state: 'missing',
    detail: `${detail}, ${lacks}`,
    blocks: state === 'agent' ? quoting(stakes) : [],
    fixIn: 'deployment-file',
    fix: `serve the state ${state}`,
  }
}

/** Requirements that need accounts of an agent to move money between. */
function quoting(stakes: Stakes): readonly RequirementId[] {
  const calling = new Set(stakes.calling('createAgentQuote', 'executeAgentQuote'))
  return stakes.arranging('agent').filter((id) => calling.has(id))
}

function detailOf(status: number | undefined, blocked: Blocked): string {
  // No exchange of an examination is kept, so that its id says nothing.
  const message = blocked.message.replaceAll(/ \(exchange [^)]*\)/g, '')
  const otherwise = /; through the API .*$/s.exec(message)?.[0] ?? ''
  if (status === 404) return `the deployment does not know it (404)${otherwise}`
  if (status === 422) return `known, but not with these parameters (422): ${message.replace(/^.*?: /, '')}`
  return message
}

/** What `states.url` must take and give. */
function exchangeToServe(state: StateName, params: object): string {
  const values = Object.entries(stateValues[state]).flatMap(([name, { optional }]) =>
    optional ? [] : [`"${name}":…`],
  )
  return `POST states.url ${JSON.stringify({ action: 'setup', state, params })} → 200 {${values.join(',')}}`
}

/** An action that awaits the platform's decision, and its transaction; made up where there is none. */
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
  const reason = 'asked by assay doctor'
  return actionId !== undefined && transactionId !== undefined
    ? { params: { agentId, actionId, transactionId, reason } }
    : {
        params: { agentId, actionId: madeUp('actionId'), transactionId: madeUp('transactionId'), reason },
        madeUp: true,
      }
}
