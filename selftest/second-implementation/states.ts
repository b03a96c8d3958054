/** The provider-state exchange of this deployment. */
import { randomBytes } from 'node:crypto'
import { addExternal, challenge, livenessOutcome } from './accounts.ts'
import { connect, hireAgent, issueCode } from './agents.ts'
import type { HandlerResponse, Body } from './call.ts'
import { isBody, ok } from './call.ts'
import type { Currency } from './currencies.ts'
import { currency } from './currencies.ts'
import { enrol } from './customers.ts'
import { fail, move, record, reject } from './execution.ts'
import { shouted } from './identifiers.ts'
import { inSeconds, wholeSecondAfter } from './instants.ts'
import { price } from './pricing.ts'
import type { Action, Agent, Chain, Customer, Ledger, Quote, World } from './world.ts'

const AMPLE = 4_000_000_000_000

/** Known, but not with these parameters: 422. */
class Impossible extends Error {}

const TYPE_OF_WALLET: Readonly<Record<Chain, string>> = {
  EVM: 'POLYGON_WALLET',
  SOLANA: 'SOLANA_WALLET',
  BITCOIN: 'BITCOIN_WALLET',
}

const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

function tradable(code: unknown, otherwise: string): Currency {
  const found = currency(typeof code === 'string' ? code : otherwise)
  if (!found) throw new Impossible(`${String(code)} is not traded here.`)
  return found
}

function ledger(world: World, customerId: string, of: Currency, internal: boolean, balance: number): Ledger {
  const id = internal ? shouted('InternalAccount') : bankAccount(world, customerId, of.code).id
  const made = { id, customerId, currency: of, internal, balance }
  world.ledgers.set(id, made)
  return made
}

const bankAccount = (world: World, customerId: string | null, code: string) =>
  addExternal(world, {
    customerId,
    currency: code,
    status: 'ACTIVE',
    info: {
      accountType: 'SWIFT_ACCOUNT',
      accountNumber: randomBytes(6).toString('hex'),
      beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Ibáñez & Søn 株式会社' },
    },
  })

interface Hired {
  readonly agent: Agent
  readonly from: Ledger
  readonly to: Ledger
}

function hire(world: World, of: Customer, params: Body): Hired {
  const sending = tradable(params['sendingCurrency'], 'KWD')
  const receiving = tradable(params['receivingCurrency'], 'JPY')
  const threshold = number(params['approvalThreshold'])
  const policy = {
    permissions: Array.isArray(params['permissions'])
      ? params['permissions'].map(String)
      : ['CREATE_QUOTES', 'EXECUTE_QUOTES'],
    approvalAlways: params['executionMode'] === 'APPROVAL_REQUIRED',
    thresholds: threshold === undefined ? [] : [{ amount: threshold }],
    limits: undefined,
  }
  const agent = hireAgent(world, of, {
    name: 'Réserve',
    policy,
    strictRegion: params['scaRegion'] === true,
    quoteSeconds: number(params['quoteExpiresInSeconds']) ?? 280,
  })
  connect(world, agent)
  return {
    agent,
    from: ledger(world, of.id, sending, true, number(params['balance']) ?? AMPLE),
    to: ledger(world, of.id, receiving, false, 0),
  }
}

const someCustomer = (world: World): Customer => enrol(world, `crm/${randomBytes(5).toString('hex')}`)

const introduce = (world: World, { agent, from, to }: Hired): Body => ({
  agentId: agent.id,
  accessToken: agent.token,
  customerId: agent.customerId,
  platformCustomerId: agent.platformCustomerId,
  sourceAccountId: from.id,
  destinationAccountId: to.id,
  foreignAccountId: ledger(world, someCustomer(world).id, from.currency, true, AMPLE).id,
  sendingCurrency: from.currency.code,
  receivingCurrency: to.currency.code,
  ...(agent.strictRegion && { scaCode: agent.code }),
})

function known<Item>(from: ReadonlyMap<string, Item>, id: unknown): Item {
  const item = from.get(String(id))
  if (item === undefined) throw new Impossible(`${String(id)} is not known here.`)
  return item
}

/** A past action, in the state that it has reached by now. */
function past(world: World, agent: Agent, status: Action['status'], ago: number): Action {
  const own = [...world.ledgers.values()].filter(({ customerId }) => customerId === agent.customerId)
  const [from, to] = [own.find(({ internal }) => internal), own.find(({ internal }) => !internal)]
  if (!from || !to) throw new Impossible('The agent has no accounts.')
  const at = Date.now() - ago
  const quote: Quote = {
    id: shouted('Quote'),
    agent,
    price: price({ side: 'SENDING', amount: 40_000 + ago }, from.currency, to.currency),
    sending: from.currency,
    receiving: to.currency,
    source: { sourceType: 'ACCOUNT', accountId: from.id, customerId: from.customerId },
    destination: { destinationType: 'ACCOUNT', accountId: to.id },
    from,
    to,
    overridden: false,
    description: undefined,
    created: at,
    expires: wholeSecondAfter(at + agent.quoteSeconds * 1000),
    scaId: undefined,
    status: 'PENDING',
  }
  world.quotes.set(quote.id, quote)
  const action = record(world, quote, at, 0)
  action.status = 'PENDING_APPROVAL'
  quote.status = 'PENDING'
  action.transaction.status = 'AWAITING_PLATFORM'
  if (status === 'REJECTED')
    reject(world, action, ago % 2 === 0 ? undefined : 'Above what we allow on a Sunday')
  if (status === 'FAILED') fail(action, 'INSUFFICIENT_FUNDS', 'FAILED')
  if (status === 'APPROVED') {
    move(action, 'APPROVED')
    quote.status = 'COMPLETED'
    action.transaction.status = 'COMPLETED'
    action.transaction.settled = action.updated
  }
  return action
}

type State = (world: World, params: Body) => Body

const STATES: Readonly<Record<string, State>> = {
  'wallet-challenge'(world, { chain, address, expiresInSeconds }) {
    if (chain !== 'EVM' && chain !== 'BITCOIN' && chain !== 'SOLANA')
      throw new Impossible(`No wallets of ${String(chain)} here.`)
    const account = addExternal(world, {
      customerId: null,
      currency: chain === 'BITCOIN' ? 'BTC' : 'USDC',
      status: 'PENDING_OWNERSHIP_VERIFICATION',
      info: { accountType: TYPE_OF_WALLET[chain], address },
      wallet: { chain, address: String(address) },
    })
    const { message, expires } = challenge(account, 'WALLET_SIGNATURE', number(expiresInSeconds))
    return { externalAccountId: account.id, messageToSign: message, expiresAt: inSeconds(expires) }
  },

  'liveness-challenge'(world) {
    const account = bankAccount(world, null, 'EUR')
    challenge(account, 'LIVENESS')
    return { externalAccountId: account.id }
  },

  'liveness-outcome'(world, { externalAccountId, outcome }) {
    livenessOutcome(world, known(world.externals, externalAccountId), outcome === 'PASSED')
    return {}
  },

  'external-account'(world, { ownedBy, trusted }) {
    const customerId = ownedBy === 'CUSTOMER' || trusted === true ? someCustomer(world).id : null
    const { id } = bankAccount(world, customerId, 'GBP')
    return {
      externalAccountId: id,
      ...(customerId !== null && { customerId }),
      ...(trusted === true && { scaCode: '417236' }),
    }
  },

  agent: (world, params) => introduce(world, hire(world, someCustomer(world), params)),

  'sibling-agent': (world, { agentId }) =>
    introduce(world, hire(world, known(world.customers, known(world.agents, agentId).customerId), {})),

  'device-code'(world) {
    const { agent } = hire(world, someCustomer(world), {})
    return { code: issueCode(world, agent).code, agentId: agent.id }
  },

  'external-account-request'(world, { ownedBy, customerId: asked }) {
    const body = {
      currency: 'USDC',
      ownershipType: 'FIRST_PARTY',
      accountInfo: {
        accountType: 'POLYGON_WALLET',
        address: `0x${randomBytes(20).toString('hex')}`,
      },
    }
    if (ownedBy === 'PLATFORM') return { body }
    const customerId = typeof asked === 'string' ? asked : someCustomer(world).id
    return { body: { customerId, ...body }, customerId }
  },

  'agent-actions'(world, { agentId, counts }) {
    const agent = known(world.agents, agentId)
    const wanted = Object.entries(isBody(counts) ? counts : {}).flatMap(([status, count]) =>
      Array.from({ length: number(count) ?? 0 }, () => status as Action['status']),
    )
    return {
      actionIds: wanted.map((status, index) => past(world, agent, status, 1500 + wanted.length - index).id),
    }
  },

  'reject-action'(world, { transactionId, reason }) {
    const { action } = known(world.transactions, transactionId)
    if (action.status !== 'PENDING_APPROVAL') throw new Impossible('It is decided already.')
    reject(world, action, String(reason))
    return {}
  },

  'drain-source'(world, { sourceAccountId }) {
    known(world.ledgers, sourceAccountId).balance = 0
    return {}
  },

  'account-balance': (world, { accountId }) => ({ amount: known(world.ledgers, accountId).balance }),
}

/** Responds to one request of the exchange. */
export function answerState(world: World, { action, state, params = {} }: Body): HandlerResponse {
  const reach = Object.hasOwn(STATES, String(state)) ? STATES[String(state)] : undefined
  if (!reach || (action !== 'setup' && action !== 'teardown') || !isBody(params))
    return { status: 404, body: { message: `No state “${String(state)}” here.` } }
  if (action === 'teardown') return ok({})
  try {
    return ok(reach(world, params))
  } catch (error) {
    if (error instanceof Impossible) return { status: 422, body: { message: error.message } }
    throw error
  }
}
