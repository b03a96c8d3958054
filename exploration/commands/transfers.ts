/** Quotes of the platform (contract: Resources, Quote; Endpoints 3). */
import * as fc from 'fast-check'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import { Blocked } from '../../fixtures/errors.ts'
import { instantOf } from '../../fixtures/instant.ts'
import { valueAt } from '../../spec/value-at.ts'
import type { RequirementId, StateValues } from '../../spec/index.ts'
import { expectQuoteNotFound } from '../../suites/agent-operations/expectations.ts'
import { expectQuoteRejected, expectRateDetails } from '../../suites/cross-currency-transfers/expectations.ts'
import { expectSameQuote } from '../../suites/agent-operations/quote-expectations.ts'
import { judge, problemsIn } from '../judge.ts'
import {
  Violation,
  requireServiceResponse,
  formatValue,
  describeResponse,
  withSuccess,
  without,
  type Problem,
} from '../violation.ts'
import { canPay, newLedger, picked, type Model, type ModelQuote, type Ledger } from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import type { World } from '../world.ts'
import { judgeBalance } from './balance.ts'
import { requireCredentials, invalidCredentialsName } from './require-credentials.ts'
import { quoteProblems, quoteRequest, refusedForBusiness, termsOf } from './quote-request.ts'

const area = 'cross-currency-transfers'

/** The requirements on agents' quotes, with their counterparts for the platform. */
const OF_PLATFORM: Readonly<Partial<Record<RequirementId, RequirementId>>> = {
  'QUO-01': 'QTE-01',
  'QUO-02': 'QTE-02',
  'QUO-03': 'QTE-03',
  'QUO-04': 'QTE-04',
  'QUO-05': 'QTE-04',
  'QUO-06': 'QTE-05',
  'QUO-07': 'QTE-06',
  'QUO-08': 'QTE-06',
  'QUO-10': 'QTE-10',
}

function problemsOf(
  response: CheckedResponse,
  request: Readonly<Record<string, unknown>>,
  payer: StateValues['agent'],
  now: number,
): readonly Problem[] {
  const others = quoteProblems(response, request, payer, now).flatMap(({ requirement, message }) => {
    const own = OF_PLATFORM[requirement]
    return own === undefined ? [] : [{ requirement: own, message }]
  })
  return [...others, ...problemsIn('QTE-07', response, expectRateDetails)]
}

async function openLedger(model: Model, { context }: World, accountId: string): Promise<Ledger> {
  const known = model.ledgers.get(accountId)
  if (known) return known
  const initial = await context.arrange('account-balance', { accountId }).then(
    ({ amount }) => amount,
    (error: unknown) => {
      if (error instanceof Blocked) return undefined
      throw error
    },
  )
  const ledger = newLedger(accountId, initial)
  model.ledgers.set(accountId, ledger)
  return ledger
}

const requestTransfer = stepKind({
  name: 'request-transfer',
  area,
  operations: ['createQuote'],
  weight: 12,
  params: fc.record({
    of: fc.option(fc.nat(9), { nil: null }),
    side: fc.constantFrom('SENDING', 'RECEIVING'),
    amount: fc.integer({ min: 20_000, max: 200_000 }),
    executes: fc.constantFrom(false, false, true),
  }),
  may: ({ transfers }, { of }) => (of === null ? transfers.length < 4 : transfers.length > 0),
  async take(model, world, { of, side, amount, executes }) {
    const { context } = world
    const known = of === null ? undefined : picked(model.transfers, of)
    const payer = known?.payer ?? (await context.arrange('agent', {}))
    const ledger = await openLedger(model, world, payer.sourceAccountId)
    const request = quoteRequest(payer, {
      lockedCurrencySide: side,
      lockedCurrencyAmount: amount,
      ...(executes && { immediatelyExecute: true }),
    })
    const requestId = context.random.uuid()
    const response = await context.platform.transfers.createQuote(request, requestId)
    if (refusedForBusiness(response)) {
      ledger.known = false
      return
    }
    withSuccess(response, executes ? 'QTE-38' : 'QTE-01', 'a conforming request of the platform for a quote')
    without(problemsOf(response, request, payer, context.clock.atLeast()), response.exchange)
    const terms = termsOf(response)
    // Other rules judge this response.
    if (!terms) return
    const awaits = valueAt(response.body, 'status') === 'PENDING_AUTHORIZATION'
    const quote: ModelQuote = {
      terms,
      status: response.status,
      request,
      requestId,
      executable: !awaits && !executes,
      submitted: executes,
    }
    model.transfers.push({ payer, quote, transactionId: undefined })
    if (executes && awaits) ledger.known = false
    if (executes && !awaits) ledger.owed += terms.totalSendingAmount
    await judgeBalance(model, world, ledger, executes ? 'QTE-38' : 'QTE-37')
  },
})

const ofTransfer = fc.record({ of: fc.nat(9) })

const requestAgain = stepKind({
  name: 'request-transfer-again',
  area,
  operations: ['createQuote'],
  params: ofTransfer,
  may: ({ transfers }, { of }) => picked(transfers, of)?.quote.submitted === false,
  async take({ transfers }, { context }, { of }) {
    const { terms, request, requestId } = picked(transfers, of)!.quote
    const response = await context.platform.transfers.createQuote(request, requestId)
    withSuccess(response, 'QTE-13', 'a request for a quote under the same identifier')
    if (valueAt(response.body, 'id') !== terms.id)
      throw new Violation('QTE-13', 'the same request identifier returned another quote', response.exchange)
  },
})

const readTransfer = stepKind({
  name: 'read-transfer',
  area,
  operations: ['createQuote', 'getQuote'],
  weight: 4,
  params: ofTransfer,
  may: ({ transfers }, { of }) => picked(transfers, of) !== undefined,
  async take({ transfers }, world, { of }) {
    const { quote } = picked(transfers, of)!
    await world.settled(
      () => world.context.platform.transfers.quote(quote.terms.id),
      (response): readonly Problem[] => {
        const changed = problemsIn('QTE-11', response, () => expectSameQuote(response, quote.terms))
        if (changed.length > 0) return changed
        const status = valueAt(response.body, 'status')
        if (quote.submitted && quote.request.immediatelyExecute !== true && status === 'PENDING')
          return [{ requirement: 'QTE-31', message: 'an executed quote is still PENDING' }]
        return !quote.submitted && ['PROCESSING', 'COMPLETED', 'FAILED'].includes(String(status))
          ? [
              {
                requirement: 'QTE-18',
                message: `a quote that the platform did not execute is ${formatValue(status)}`,
              },
            ]
          : []
      },
      ({ exchange }) => exchange,
      quote.submitted ? world.context.maxWaitMs : undefined,
    )
  },
})

/** Short enough that it has not expired in between. */
const SPARE_MS = 10_000

const executable = ({ transfers }: Model, { context }: { readonly context?: World['context'] } = {}) =>
  transfers.filter(
    ({ quote }) =>
      quote.executable &&
      !quote.submitted &&
      (context === undefined || quote.terms.expiresAt - SPARE_MS > context.clock.atLeast()),
  )

const executeTransfer = stepKind({
  name: 'execute-transfer',
  area,
  operations: ['createQuote', 'executeQuote'],
  weight: 10,
  params: fc.record({ of: fc.nat(9), atOnce: fc.boolean() }),
  may: (model, { of }) => picked(executable(model), of) !== undefined,
  async take(model, world, { of, atOnce }) {
    const transfer = picked(executable(model, world), of)
    if (!transfer) return
    const { quote, payer } = transfer
    const ledger = await openLedger(model, world, payer.sourceAccountId)
    if (canPay(ledger, quote.terms.totalSendingAmount) !== true) return
    const { transfers } = world.context.platform
    const responses = await Promise.all((atOnce ? [1, 2] : [1]).map(() => transfers.execute(quote.terms.id)))
    quote.submitted = true
    const first = responses[0]!
    // Of two concurrent requests, the contract does not show which is rejected.
    if (!atOnce) withSuccess(first, 'QTE-30', 'executing a quote of the platform')
    ledger.owed += quote.terms.totalSendingAmount
    await judgeBalance(model, world, ledger, atOnce ? 'QTE-33' : 'QTE-30')
    transfer.transactionId = responses
      .flatMap(({ body }) => [valueAt(body, 'transactionId'), valueAt(body, 'transaction.id')])
      .find((id): id is string => typeof id === 'string' && id.startsWith('Transaction:'))
  },
})

const executeAgain = stepKind({
  name: 'execute-transfer-again',
  area,
  operations: ['createQuote', 'executeQuote'],
  weight: 3,
  params: ofTransfer,
  may: ({ transfers }, { of }) => picked(transfers, of)?.quote.submitted === true,
  async take(model, world, { of }) {
    const { quote, payer } = picked(model.transfers, of)!
    const response = await world.context.platform.transfers.execute(quote.terms.id)
    requireServiceResponse(response)
    await judgeBalance(model, world, await openLedger(model, world, payer.sourceAccountId), 'QTE-32')
  },
})

const executeWithoutFunds = stepKind({
  name: 'execute-transfer-without-funds',
  area,
  operations: ['createQuote', 'executeQuote'],
  params: ofTransfer,
  may: (model, { of }) => picked(executable(model), of) !== undefined,
  async take(model, world, { of }) {
    const { context } = world
    const transfer = picked(executable(model, world), of)
    if (!transfer) return
    const { quote, payer } = transfer
    const { agentId, sourceAccountId } = payer
    await context.arrange('drain-source', { agentId, sourceAccountId })
    const ledger = await openLedger(model, world, sourceAccountId)
    ledger.drained = true
    quote.submitted = true
    const response = await context.platform.transfers.execute(quote.terms.id)
    requireServiceResponse(response)
    if (response.status >= 500)
      throw new Violation(
        'QTE-40',
        `an execution without funds returned ${describeResponse(response)}`,
        response.exchange,
      )
    // The contract does not show its outcome, or that of other quotes of this account.
    const fromHere = model.transfers.filter((other) => other.payer.sourceAccountId === sourceAccountId)
    for (const other of fromHere) model.transfers.splice(model.transfers.indexOf(other), 1)
    if (ledger.initial === undefined) return
    const { amount } = await context.arrange('account-balance', { accountId: sourceAccountId })
    if (amount !== 0)
      throw new Violation('QTE-40', `the balance of an account without funds is ${amount}`, response.exchange)
  },
})

const WRONG = {
  source: { change: { source: undefined }, requirement: 'QTE-08' },
  destination: { change: { destination: undefined }, requirement: 'QTE-08' },
  side: { change: { lockedCurrencySide: undefined }, requirement: 'QTE-08' },
  amount: { change: { lockedCurrencyAmount: undefined }, requirement: 'QTE-08' },
  maximum: {
    change: { lockedCurrencyAmount: 9_000_000_000_000_001 },
    requirement: 'QTE-09',
  },
  'unknown-source': {
    change: { source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:' } },
    requirement: 'QTE-16',
  },
  'unknown-destination': {
    change: { destination: { destinationType: 'ACCOUNT', accountId: 'ExternalAccount:' } },
    requirement: 'QTE-16',
  },
} as const

const wrongs = Object.keys(WRONG) as readonly (keyof typeof WRONG)[]

const requestWrongly = stepKind({
  name: 'request-transfer-wrongly',
  area,
  operations: ['createQuote'],
  weight: 5,
  params: fc.record({ of: fc.nat(9), what: fc.constantFrom(...wrongs) }),
  may: ({ transfers }, { of }) => picked(transfers, of) !== undefined,
  async take({ transfers }, world, { of, what }) {
    const { context } = world
    const { change, requirement } = WRONG[what]
    const named = JSON.stringify(change, (_key, value: unknown) => value ?? null)
    const changes = JSON.parse(
      named.replaceAll('Account:"', `Account:${context.random.uuid()}"`),
    ) as Readonly<Record<string, unknown>>
    const left = Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [name, value ?? undefined]),
    )
    const request = quoteRequest(picked(transfers, of)!.payer, left)
    const response = await world.wrongOnPurpose(() =>
      context.platform.transfers.createQuote(request, context.random.uuid()),
    )
    judge(requirement, response, expectQuoteRejected)
  },
})

const unknownTransfer = stepKind({
  name: 'unknown-transfer',
  area,
  operations: ['getQuote', 'executeQuote'],
  params: fc.record({ what: fc.constantFrom('read', 'execute') }),
  may: () => true,
  async take(_model, { context }, { what }) {
    const { transfers } = context.platform
    const id = `Quote:${context.random.uuid()}`
    const response = await (what === 'read' ? transfers.quote(id) : transfers.execute(id))
    const requirement = what === 'read' ? 'QTE-12' : 'QTE-36'
    judge(requirement, response, expectQuoteNotFound)
  },
})

const transfersWithInvalidCredentials = stepKind({
  name: 'transfers-with-invalid-credentials',
  area,
  operations: ['createQuote', 'getQuote', 'executeQuote'],
  weight: 3,
  params: fc.record({
    of: fc.nat(9),
    who: invalidCredentialsName,
    what: fc.constantFrom('create', 'read', 'execute'),
  }),
  may: (model, { of }) => picked(executable(model), of) !== undefined,
  async take(model, world, { of, who, what }) {
    const { payer, quote } = picked(executable(model), of)!
    const requestId = world.context.random.uuid()
    if (what === 'create')
      return requireCredentials(who, world, 'QTE-14', ({ transfers }) =>
        transfers.createQuote(quoteRequest(payer), requestId),
      )
    return what === 'read'
      ? requireCredentials(who, world, 'QTE-14', ({ transfers }) => transfers.quote(quote.terms.id))
      : requireCredentials(who, world, 'QTE-41', ({ transfers }) => transfers.execute(quote.terms.id))
  },
})

/** Quotes without pending executions: the others change when the money moves. */
const STATUSES = ['PENDING', 'EXPIRED'] as const
const MINUTE_MS = 60_000

const arrangedTransfer = stepKind({
  name: 'read-transfer-in-status',
  area,
  operations: ['getQuote'],
  weight: 3,
  params: fc.record({ status: fc.constantFrom(...STATUSES), instant: fc.boolean() }),
  may: () => true,
  async take(_model, world, { status, instant }) {
    const { context } = world
    const overInstantRail = instant && status === 'PENDING'
    const { quoteId } = await context.arrange('quote', {
      status,
      ...(overInstantRail && { instantRail: true }),
    })
    const { body, exchange } = await world.settled(
      () => context.platform.transfers.quote(quoteId),
      (response) => {
        requireServiceResponse(response)
        const actual = valueAt(response.body, 'status')
        return actual === status
          ? []
          : [
              {
                requirement: 'QTE-18',
                message: `a quote in status ${status} returns ${response.status} as ${formatValue(actual)}`,
              },
            ]
      },
      (response) => response.exchange,
    )
    const expiresAt = valueAt(body, 'expiresAt')
    if (!overInstantRail || typeof expiresAt !== 'string') return
    const lives = instantOf(expiresAt) - context.clock.atLeast()
    // Clocks have whole seconds, and arranging the quote takes time.
    if (lives < MINUTE_MS - SPARE_MS || lives > 5 * MINUTE_MS + SPARE_MS)
      throw new Violation(
        'QTE-17',
        `a quote over an instant rail expires after ${Math.round(lives / 1000)} s`,
        exchange,
      )
  },
})

export const transferSteps: readonly AnyStepKind[] = [
  requestTransfer,
  requestAgain,
  readTransfer,
  executeTransfer,
  executeAgain,
  executeWithoutFunds,
  requestWrongly,
  unknownTransfer,
  transfersWithInvalidCredentials,
  arrangedTransfer,
]
