import { changed, rewriting, type Change, type Json } from './rewriting.ts'
import { shows } from '../shows.ts'
import { refused } from '../refused.ts'
import { randomUUID } from 'node:crypto'
import { requirements } from '../../spec/index.ts'
import type { PayerDataField } from '../../reference/resources/cross-currency-transfers.ts'
import { Refused } from '../../reference/errors.ts'
import type { QuoteDestination } from '../../reference/resources/payments.ts'
import type { Rules } from '../../reference/rules/index.ts'
import { losingUpdates } from './lost-update.ts'
import { readFromSharedCache } from './shared-cache.ts'
import { debitingReceivingWithoutFees } from './receiving-without-fees.ts'
import type { Fault } from './fault.ts'
import { acceptsInvalidCredentials, acceptsTokensOf } from './accepted-credentials.ts'
import { showsRequestedSender } from './requested-sender.ts'

const rewritingInstructions = (change: Change): Pick<Rules, 'respond'> =>
  rewriting('createQuote', (quote) => {
    const instructions = quote.paymentInstructions as readonly Json[] | undefined
    return {
      ...quote,
      ...(instructions && {
        paymentInstructions: instructions.map((instruction) => ({
          ...instruction,
          accountOrWalletInfo: changed(instruction.accountOrWalletInfo as Json, change),
        })),
      }),
    }
  })

const AN_HOUR = 60 * 60_000

type Missing = (demanded: readonly PayerDataField[], given: Json) => readonly string[]

/** Another rule on sender information for one type of destination. */
const payerDataTo =
  (destinationType: QuoteDestination['destinationType'], missing: (conforming: Missing) => Missing) =>
  (conforming: Rules): Partial<Rules> => ({
    payerDataMissing: (demanded, given, destination) => {
      const kept: Missing = (fields, information) =>
        conforming.payerDataMissing(fields, information, destination)
      return (destination === destinationType ? missing(kept) : kept)(demanded, given)
    },
  })

/** Rejects the fields of a request with the receiving side locked. */
const refusingReceiving =
  (refuses: (body: Json) => boolean, field: string) =>
  (conforming: Rules): Partial<Rules> => ({
    lockedSideErrors: (body) =>
      body.lockedCurrencySide === 'RECEIVING' && refuses(body)
        ? [{ field, constraint: {}, message: 'not with RECEIVING' }]
        : conforming.lockedSideErrors(body),
  })

const creation: readonly Fault[] = [
  {
    id: 'transfer-quoted-once-for-one-body',
    title: "returns the platform's first quote for the same body, for any request identifier",
    breaks: ['QTE-60'],
    // They also create two quotes for one body.
    mayAlsoBreak: requirements.map(({ id }) => id).filter((id) => id.startsWith('QTE-')),
    replace: ({ platformAsOwner, replayScope }) => ({
      replayScope: (owner, requestId, fingerprint) =>
        owner.id === platformAsOwner().id
          ? `${owner.id} ${fingerprint}`
          : replayScope(owner, requestId, fingerprint),
    }),
  },
  {
    id: 'transfer-fees-missing',
    title: 'omits feesIncluded from a quote',
    breaks: ['QTE-19'],
    replace: rewriting(['createQuote', 'getQuote'], { feesIncluded: undefined }),
  },
  {
    id: 'transfer-sender-of-the-request',
    title: "returns the customer named in the request as the sender, regardless of the account's owner",
    breaks: ['QTE-48'],
    replace: showsRequestedSender,
  },
  {
    id: 'transfer-first-invalid-field-only',
    title: 'reports only the first invalid field of a quote',
    breaks: ['QTE-49'],
    replace: (conforming) => ({ invalidFields: (errors) => conforming.invalidFields(errors.slice(0, 1)) }),
  },
  {
    id: 'transfer-fees-beyond-the-amount',
    title: 'creates a quote whose amount does not cover the fees',
    breaks: ['QTE-56'],
    replace: { priceIsPossible: () => true },
  },
  {
    id: 'transfer-two-decimals-for-all',
    title: 'converts as if every receiving currency had two decimals',
    breaks: ['QTE-57'],
    replace: (conforming) => ({
      toReceiving: (net, terms) =>
        conforming.toReceiving(net, { ...terms, receiving: { ...terms.receiving, decimals: 2 } }),
      toSending: (amount, terms) =>
        conforming.toSending(amount, { ...terms, receiving: { ...terms.receiving, decimals: 2 } }),
    }),
  },
  {
    id: 'transfer-born-processing',
    title: "returns the platform's new quote as PROCESSING",
    breaks: ['QTE-01'],
    replace: rewriting('createQuote', { status: 'PROCESSING' }),
  },
  {
    id: 'transfer-locks-the-receiving-side',
    title: 'treats the locked amount as the receiving one, ignoring lockedCurrencySide',
    breaks: ['QTE-02', 'QTE-43', 'QTE-79'],
    mayAlsoBreak: ['QTE-46', 'QTE-47', 'QTE-56', 'QTE-57', 'QTE-59'],
    replace: { lockedSide: () => 'RECEIVING' },
  },
  {
    id: 'transfer-locks-the-sending-side',
    title: 'treats the locked amount as the sending one, ignoring lockedCurrencySide',
    breaks: ['QTE-03'],
    mayAlsoBreak: ['QTE-56', 'QTE-57'],
    replace: { lockedSide: () => 'SENDING' },
  },
  {
    id: 'transfer-rate-upside-down',
    title: 'returns the inverse rate',
    breaks: ['QTE-04'],
    mayAlsoBreak: ['QTE-56', 'QTE-57'],
    replace: (conforming) => ({ statedRate: (...terms) => 1 / conforming.statedRate(...terms) }),
  },
  {
    id: 'transfer-fees-without-the-platforms',
    title: "excludes the platform's fees from feesIncluded",
    breaks: ['QTE-05'],
    // The sending total without fees exceeds the converted amount.
    mayAlsoBreak: ['QTE-04', 'QTE-56', 'QTE-57'],
    replace: shows('Quote', ({ price }) => ({ price: { ...price, fees: price.platformFees / 2n } })),
  },
  {
    id: 'transfer-destination-is-the-source',
    title: 'returns the source account as the destination',
    breaks: ['QTE-06'],
    replace: shows('Quote', ({ source, destination }) => ({
      destination:
        source.sourceType === 'ACCOUNT' && destination.destinationType === 'ACCOUNT'
          ? { ...destination, accountId: source.accountId }
          : destination,
    })),
  },
  {
    id: 'transfer-rate-details-as-text',
    title: 'returns the rate details as text',
    breaks: ['QTE-07'],
    // The same violates the shape of the quote.
    mayAlsoBreak: ['CNV-02'],
    replace: rewriting('createQuote', ({ rateDetails, ...quote }) => ({
      ...quote,
      rateDetails: Object.fromEntries(
        Object.entries(rateDetails as Json).map(([name, value]) => [name, String(value)]),
      ),
    })),
  },
  {
    id: 'transfer-side-is-optional',
    title: 'treats the receiving side as locked when none is given',
    breaks: ['QTE-08'],
    mayAlsoBreak: ['QTE-49'],
    replace: { lockedSideErrors: () => [] },
  },
  {
    id: 'transfer-maximum-not-checked',
    title: 'accepts more than the maximum of lockedCurrencyAmount',
    breaks: ['QTE-09'],
    replace: { excessiveAmountErrors: () => [] },
  },
  {
    id: 'transfer-expires-in-another-zone',
    title: 'returns expiresAt an hour too early',
    breaks: ['QTE-10', 'QTE-17'],
    replace: rewriting(['createQuote', 'getQuote'], {
      expiresAt: (quote) => new Date(Date.parse(String(quote.expiresAt)) - AN_HOUR).toISOString(),
    }),
  },
  {
    id: 'transfer-rate-of-the-moment',
    title: 'returns a quote recalculated at the current rate',
    breaks: ['QTE-11'],
    replace: rewriting('getQuote', { exchangeRate: (quote) => Number(quote.exchangeRate) * 1.01 }),
  },
  {
    id: 'transfer-unknown-quote-is-a-bad-request',
    title: 'returns 400 for an unknown quote',
    breaks: ['QTE-12', 'QTE-36'],
    replace: refused('platformQuoteNotFound', 400, 'INVALID_INPUT'),
  },
  {
    id: 'transfer-request-id-ignored',
    title: "ignores the platform's request identifier",
    breaks: ['QTE-13'],
    replace: (conforming) => ({
      replayScope: (...request) => `${conforming.replayScope(...request)} ${randomUUID()}`,
    }),
  },
  {
    id: 'transfer-creation-open',
    title: 'creates quotes without valid credentials',
    breaks: ['QTE-14'],
    replace: acceptsInvalidCredentials('createQuote'),
  },
  {
    id: 'transfer-reading-open',
    title: 'shows quotes without valid credentials',
    breaks: ['QTE-14'],
    replace: acceptsInvalidCredentials('getQuote'),
  },
  {
    id: 'transfer-unknown-account-breaks',
    title: 'returns 500 for an unknown account',
    breaks: ['QTE-16'],
    replace: {
      accountNotFound: () => ({ status: 500, code: 'INTERNAL_ERROR', reason: 'No account.' }),
    },
  },
  {
    id: 'transfer-unknown-account-of-a-customer-breaks',
    title: 'returns 500 for an unknown source account if the source names its customer',
    breaks: ['QTE-16'],
    replace: ({ accountNotFound }) => ({
      accountNotFound: (account, source) =>
        source?.customerId === undefined
          ? accountNotFound(account)
          : { status: 500, code: 'INTERNAL_ERROR', reason: 'No account.' },
    }),
  },
  {
    id: 'transfer-lives-half-a-minute',
    title: 'expires a quote on an instant rail after half a minute',
    breaks: ['QTE-17'],
    replace: (conforming) => ({
      quoteLifetimeMs: (owner) =>
        owner.quoteExpiresInSeconds === undefined ? 30_000 : conforming.quoteLifetimeMs(owner),
    }),
  },
  {
    id: 'transfer-failed-is-completed',
    title: 'returns a quote with a failed execution as COMPLETED',
    breaks: ['QTE-44'],
    replace: (conforming) => ({
      shownQuoteStatus: (quote, expired) =>
        quote.status === 'FAILED' ? 'COMPLETED' : conforming.shownQuoteStatus(quote, expired),
    }),
  },
  {
    id: 'transfer-expired-is-pending',
    title: 'still shows an expired quote as PENDING',
    breaks: ['QTE-18'],
    replace: { shownQuoteStatus: ({ status }) => status },
  },
]

const sourcesAndDestinations: readonly Fault[] = [
  {
    id: 'transfer-realtime-funding-locks-sending',
    title: 'accepts real-time funding only with the sending side locked',
    breaks: ['QTE-20'],
    replace: refusingReceiving(
      ({ source }) => (source as Json | undefined)?.sourceType === 'REALTIME_FUNDING',
      'lockedCurrencySide',
    ),
  },
  {
    id: 'transfer-uma-locks-sending',
    title: 'accepts a UMA address only with the sending side locked',
    breaks: ['QTE-25', 'QTE-50'],
    replace: refusingReceiving(
      ({ destination }) => (destination as Json | undefined)?.destinationType === 'UMA_ADDRESS',
      'lockedCurrencySide',
    ),
  },
  {
    id: 'transfer-lookup-of-another',
    title: 'accepts a lookup of another receiver',
    breaks: ['QTE-29', 'QTE-78'],
    replace: { lookupNamed: (lookups, lookupId) => lookups.get(lookupId) },
  },
  {
    id: 'transfer-maximum-in-whole-units',
    title: 'compares the maximum of a corridor with whole units of the currency',
    breaks: ['QTE-46'],
    replace: { exceedsMaximum: ({ sending }, maximum) => sending > maximum + 100n },
  },
  {
    id: 'transfer-maximum-of-sending-alone',
    title: 'checks the maximum of a corridor only when the sending side is locked',
    breaks: ['QTE-47'],
    replace: (conforming) => {
      const receiving = new WeakSet<object>()
      return {
        priceOfReceiving: (...terms) => {
          const price = conforming.priceOfReceiving(...terms)
          receiving.add(price)
          return price
        },
        exceedsMaximum: (price, maximum) =>
          !receiving.has(price) && conforming.exceedsMaximum(price, maximum),
      }
    },
  },
  {
    id: 'transfer-unverified-gets-nothing',
    title: 'rejects every amount to an account whose ownership is not verified',
    breaks: ['QTE-58'],
    replace: {
      needsOwnershipVerification: ({ status }) => status === 'PENDING_OWNERSHIP_VERIFICATION',
    },
  },
  {
    id: 'transfer-unverified-gets-everything',
    title: 'accepts any amount to an account whose ownership is not verified',
    breaks: ['QTE-59', 'QTE-79'],
    replace: { needsOwnershipVerification: () => false },
  },
  {
    id: 'transfer-no-instructions',
    title: 'omits the payment instructions of real-time funding',
    breaks: ['QTE-21', 'QTE-80'],
    replace: { showsPaymentInstructions: () => false },
  },
  {
    id: 'transfer-instructions-without-type',
    title: 'omits accountType from the payment instructions',
    breaks: ['QTE-22'],
    replace: rewritingInstructions({ accountType: undefined }),
  },
  {
    id: 'transfer-account-number-as-number',
    title: 'returns account and routing numbers as JSON numbers, without leading zeros',
    breaks: ['QTE-23'],
    replace: rewritingInstructions(({ accountNumber, routingNumber, ...account }) => ({
      ...account,
      ...(accountNumber !== undefined && { accountNumber: Number(accountNumber) }),
      ...(routingNumber !== undefined && { routingNumber: Number(routingNumber) }),
    })),
  },
  {
    id: 'transfer-invoice-as-object',
    title: 'returns the invoice of a Spark wallet as an object',
    breaks: ['QTE-24'],
    replace: rewritingInstructions(({ invoice, ...account }) => ({
      ...account,
      ...(invoice !== undefined && { invoice: { paymentRequest: invoice } }),
    })),
  },
  {
    id: 'transfer-lookup-optional',
    title: 'creates a quote for a UMA address without a lookup',
    breaks: ['QTE-26'],
    mayAlsoBreak: ['QTE-100'],
    replace: { lookupRequirementErrors: () => [] },
  },
  {
    id: 'transfer-any-lookup',
    title: 'accepts any text as a lookupId',
    breaks: ['QTE-27', 'QTE-29', 'QTE-78'],
    replace: { lookupNamed: (_lookups, id, receiver) => ({ id, receiver }) },
  },
  {
    id: 'transfer-counterparty-as-list',
    title: 'returns counterparty information as key-value pairs',
    breaks: ['QTE-28'],
    // The same violates the shape of the quote.
    mayAlsoBreak: ['CNV-02'],
    replace: rewriting('createQuote', ({ counterpartyInformation, ...quote }) => ({
      ...quote,
      counterpartyInformation: Object.entries((counterpartyInformation ?? {}) as Json).map(
        ([key, value]) => ({ key, value }),
      ),
    })),
  },
  {
    id: 'transfer-maximum-is-too-much',
    title: 'rejects an amount equal to the maximum of its corridor',
    breaks: ['QTE-42'],
    replace: { exceedsMaximum: ({ sending }, maximum) => sending >= maximum },
  },
  {
    id: 'transfer-no-maximum',
    title: 'ignores the maximum of a corridor',
    breaks: ['QTE-43', 'QTE-46', 'QTE-47'],
    replace: { exceedsMaximum: () => false },
  },
]

const execution: readonly Fault[] = [
  {
    id: 'transfer-funding-executed-at-creation',
    title: 'returns unpaid real-time funding with immediatelyExecute as COMPLETED',
    breaks: ['QTE-39'],
    replace: (conforming) => {
      let asked: unknown
      return {
        sourceErrors: (body) => {
          asked = body.immediatelyExecute
          return conforming.sourceErrors(body)
        },
        mayExecuteImmediately: () => true,
        shownQuoteStatus: (quote, expired) =>
          quote.source.sourceType === 'REALTIME_FUNDING' && asked === true
            ? 'COMPLETED'
            : conforming.shownQuoteStatus(quote, expired),
      }
    },
  },
  {
    id: 'transfer-execution-forgets-the-money',
    title: "executes the platform's quote without moving money",
    breaks: ['QTE-72', 'QTE-30', 'QTE-38', 'QTE-75', 'QTE-81'],
    replace: { executionMovesMoney: () => false },
  },
  {
    id: 'transfer-fees-on-top',
    title: 'debits the fees on top of totalSendingAmount',
    breaks: [
      'QTE-71',
      'QTE-72',
      'QTE-30',
      'QTE-32',
      'QTE-33',
      'QTE-38',
      'QTE-73',
      'QTE-75',
      'QTE-76',
      'QTE-77',
      'QTE-81',
    ],
    replace: {
      debit: (account, { price }) => {
        account.balance -= price.sending + price.fees
      },
    },
  },
  {
    id: 'transfer-executed-is-pending',
    title: 'still shows an executed quote as PENDING',
    breaks: ['QTE-18', 'QTE-31', 'QTE-44'],
    replace: (conforming) => ({
      shownQuoteStatus: (quote, expired) =>
        quote.transactionId === undefined ? conforming.shownQuoteStatus(quote, expired) : 'PENDING',
    }),
  },
  {
    id: 'transfer-executed-again',
    title: 'executes a quote once per request',
    breaks: ['QTE-32', 'QTE-33', 'QTE-73', 'QTE-76'],
    replace: { quoteMayBeExecuted: () => true },
  },
  {
    id: 'transfer-executed-twice-at-once',
    title: 'checks for an earlier execution in a replica that lags by 15 s',
    breaks: ['QTE-33', 'QTE-73', 'QTE-76'],
    // If the second execution follows soon enough after the first.
    mayAlsoBreak: ['QTE-32'],
    replace: () => {
      const firstAt = new Map<string, number>()
      return {
        quoteMayBeExecuted: ({ id }) => {
          const first = firstAt.get(id) ?? Date.now()
          firstAt.set(id, first)
          return Date.now() - first < 15_000
        },
      }
    },
  },
  {
    id: 'transfer-expired-is-executed',
    title: 'executes an expired quote',
    breaks: ['QTE-34', 'QTE-35'],
    replace: { executionRefusesExpired: false, expiryFailsExecution: false },
  },
  {
    id: 'transfer-expiry-not-named',
    title: 'returns 409 CONFLICT for the execution of an expired quote',
    breaks: ['QTE-35'],
    replace: refused('quoteExpired', 409, 'CONFLICT'),
  },
  {
    id: 'transfer-creation-moves-money',
    title: 'debits the amount at creation and again at execution',
    breaks: ['QTE-83', 'QTE-37', 'QTE-38', 'QTE-73', 'QTE-74', 'QTE-77'],
    mayAlsoBreak: ['QTE-82', 'QTE-102', 'QTE-85'],
    replace: { creationMovesMoney: true },
  },
  {
    id: 'transfer-immediate-execution-ignored',
    title: 'ignores immediatelyExecute',
    breaks: ['QTE-38'],
    replace: { executesAtCreation: () => false },
  },
  {
    id: 'transfer-failure-pays',
    title: 'debits the amount of an execution that failed for lack of funds',
    breaks: ['QTE-83', 'QTE-40', 'QTE-74'],
    mayAlsoBreak: ['QTE-85', 'QTE-45'],
    replace: { executionRefusesUnfunded: false, failedExecutionMovesMoney: true },
  },
  {
    id: 'transfer-execution-open',
    title: 'executes quotes without valid credentials',
    breaks: ['QTE-41'],
    replace: acceptsInvalidCredentials('executeQuote'),
  },
]

const senderInformation: readonly Fault[] = [
  {
    id: 'transfer-payer-data-locks-sending-uma',
    title: 'accepts sender information for a UMA receiver only with the sending side locked',
    breaks: ['QTE-50'],
    replace: refusingReceiving(
      ({ destination, senderCustomerInfo }) =>
        (destination as Json | undefined)?.destinationType === 'UMA_ADDRESS' &&
        Object.keys(senderCustomerInfo ?? {}).length > 0,
      'senderCustomerInfo',
    ),
  },
  {
    id: 'transfer-payer-data-locks-sending-account',
    title: 'accepts sender information for an external account only with the sending side locked',
    breaks: ['QTE-51'],
    replace: refusingReceiving(
      ({ destination, senderCustomerInfo }) =>
        (destination as Json | undefined)?.destinationType === 'ACCOUNT' && senderCustomerInfo !== undefined,
      'senderCustomerInfo',
    ),
  },
  {
    id: 'transfer-payer-data-optional-uma',
    title: 'checks sender information for a UMA receiver only when some is given',
    breaks: ['QTE-52'],
    mayAlsoBreak: ['QTE-103'],
    replace: payerDataTo(
      'UMA_ADDRESS',
      (conforming) => (demanded, given) =>
        Object.keys(given).length === 0 ? [] : conforming(demanded, given),
    ),
  },
  {
    id: 'transfer-payer-data-optional-account',
    title: 'checks sender information for an external account only when some is given',
    breaks: ['QTE-53'],
    replace: payerDataTo(
      'ACCOUNT',
      (conforming) => (demanded, given) =>
        Object.keys(given).length === 0 ? [] : conforming(demanded, given),
    ),
  },
  {
    id: 'transfer-payer-data-any-uma',
    title: 'accepts any one of the fields that a UMA receiver requires',
    breaks: ['QTE-54'],
    replace: payerDataTo(
      'UMA_ADDRESS',
      (conforming) => (demanded, given) => (Object.keys(given).length > 0 ? [] : conforming(demanded, given)),
    ),
  },
  {
    id: 'transfer-payer-data-first-account',
    title: 'checks only the first field that an external account requires',
    breaks: ['QTE-55'],
    replace: payerDataTo(
      'ACCOUNT',
      (conforming) => (demanded, given) => conforming(demanded.slice(0, 1), given),
    ),
  },
]

const lookups: readonly Fault[] = [
  {
    id: 'lookup-without-id-uma',
    title: 'omits lookupId from the lookup of a UMA receiver',
    breaks: ['LKP-01'],
    replace: rewriting('lookUpUmaReceiver', { lookupId: undefined }),
  },
  {
    id: 'lookup-without-id-account',
    title: 'omits lookupId from the lookup of an external account',
    breaks: ['LKP-02'],
    replace: rewriting('lookUpExternalAccount', { lookupId: undefined }),
  },
  {
    id: 'lookup-asks-for-nothing-uma',
    title: 'omits the fields that a UMA receiver requires',
    breaks: ['LKP-03'],
    replace: rewriting('lookUpUmaReceiver', { requiredPayerDataFields: [] }),
  },
  {
    id: 'lookup-asks-for-one-account',
    title: 'returns only the first field that an external account requires',
    breaks: ['LKP-04'],
    replace: rewriting('lookUpExternalAccount', {
      requiredPayerDataFields: (lookup) => (lookup.requiredPayerDataFields as readonly unknown[]).slice(0, 1),
    }),
  },
  {
    id: 'lookup-of-unknown-receiver-is-a-bad-request',
    title: 'returns 400 for an unknown UMA address',
    breaks: ['LKP-05'],
    replace: refused('umaNotFound', 400, 'INVALID_RECEIVER'),
  },
  {
    id: 'lookup-breaks-on-no-address',
    title: 'returns 500 for an invalid UMA address',
    breaks: ['LKP-06'],
    replace: refused('invalidUmaAddress', 500, 'INTERNAL_ERROR'),
  },
  {
    id: 'lookup-breaks-on-no-account',
    title: 'returns 500 for the lookup of an unknown account',
    breaks: ['LKP-07'],
    replace: {
      accountNotFound: () => ({ status: 500, code: 'INTERNAL_ERROR', reason: 'No account.' }),
    },
  },
  {
    id: 'lookup-open-uma',
    title: 'looks UMA receivers up without valid credentials',
    breaks: ['LKP-08'],
    replace: acceptsInvalidCredentials('lookUpUmaReceiver'),
  },
  {
    id: 'lookup-open-account',
    title: 'looks external accounts up without valid credentials',
    breaks: ['LKP-08'],
    replace: acceptsInvalidCredentials('lookUpExternalAccount'),
  },
]

const withinOneCurrency: readonly Fault[] = [
  {
    id: 'same-currency-rate-not-applied',
    title: 'returns a rate other than 1 between a currency and itself, but converts at 1',
    breaks: ['SCT-04'],
    replace: (conforming) => ({
      statedRate: (rate, sending, receiving) =>
        sending.code === receiving.code ? 1.0009 : conforming.statedRate(rate, sending, receiving),
    }),
  },
  {
    id: 'same-currency-refused',
    title: 'returns no rate between a currency and itself',
    breaks: ['SCT-01'],
    replace: (conforming) => ({
      exchangeRate: (sending, receiving) =>
        sending.code === receiving.code ? undefined : conforming.exchangeRate(sending, receiving),
    }),
  },
  {
    id: 'same-currency-with-margin',
    title: 'adds a margin of half a percent to the rate between a currency and itself',
    breaks: ['SCT-02'],
    replace: (conforming) => ({
      exchangeRate: (sending, receiving) =>
        sending.code === receiving.code
          ? { digits: 1005n, scale: 3 }
          : conforming.exchangeRate(sending, receiving),
    }),
  },
  {
    id: 'same-currency-moves-nothing',
    title: 'executes a same-currency transfer without moving money',
    breaks: ['SCT-03'],
    replace: (conforming) => ({
      debit: (account, quote) => {
        if (quote.sendingCurrency.code !== quote.receivingCurrency.code) conforming.debit(account, quote)
      },
    }),
  },
]

/** Takes the token of an agent for the platform's execution of a quote that this agent created. */
const executesForOwnAgents = acceptsTokensOf(
  ['executeQuote'],
  ({ quoteMayBeExecuted, unauthorized }, takeAgent) => ({
    quoteMayBeExecuted: (quote) => {
      const agent = takeAgent()
      if (agent && quote.agentId !== agent.id) throw new Refused(unauthorized('executeQuote'))
      return quoteMayBeExecuted(quote)
    },
  }),
)

/** Takes the token of an agent for the platform's creation of a quote from an account of its customer. */
const createsForOwnAgents = acceptsTokensOf(['createQuote'], (conforming, takeAgent) => ({
  sourceErrors: (body) => {
    const { customerId } = (body.source ?? {}) as { readonly customerId?: unknown }
    const agent = takeAgent()
    if (agent && customerId !== agent.customerId) throw new Refused(conforming.unauthorized('createQuote'))
    return conforming.sourceErrors(body)
  },
}))

/** Contract: What the service does, Cross-Currency Transfers; Resources, Quote; Endpoints 3. */
export const crossCurrencyTransfersFaults: readonly Fault[] = [
  ...creation,
  ...sourcesAndDestinations,
  ...execution,
  ...senderInformation,
  ...lookups,
  ...withinOneCurrency,
  {
    id: 'transfer-loses-one-of-two-debits',
    title: 'loses one of two concurrent debits of an account',
    breaks: ['QTE-71'],
    mayAlsoBreak: ['QTE-45'],
    replace: () => {
      const change = losingUpdates()
      return { debit: (account, { price }) => change(account, -price.sending) }
    },
  },
  {
    id: 'transfer-read-from-a-shared-cache',
    title: 'returns a cached quote to every caller',
    breaks: ['QTE-14', 'QTE-70'],
    replace: readFromSharedCache('getQuote'),
  },
  {
    id: 'lookup-from-a-shared-cache',
    title: 'returns a cached lookup to every caller',
    breaks: ['LKP-08', 'LKP-40'],
    replace: readFromSharedCache('lookUpUmaReceiver', 'lookUpExternalAccount'),
  },
  {
    id: 'same-currency-not-credited',
    title: 'debits the source of a transfer, but does not credit its destination',
    breaks: ['SCT-05'],
    replace: { credit: () => undefined },
  },
  {
    id: 'same-currency-credits-what-was-sent',
    title: 'credits the destination with totalSendingAmount',
    breaks: ['SCT-05'],
    replace: {
      credit: (account, { price }) => {
        account.balance += price.sending
      },
    },
  },
  {
    id: 'transfer-payer-data-null',
    title: 'accepts null for a required sender field',
    breaks: ['QTE-54', 'QTE-55'],
    replace: ({ payerDataMissing }) => ({
      payerDataMissing: (demanded, given, destination) =>
        payerDataMissing(demanded, given, destination).filter((name) => given[name] !== null),
    }),
  },
  {
    id: 'transfer-receiving-paid-without-fees',
    title: "debits the platform's quote with RECEIVING locked without its fees",
    breaks: ['QTE-81'],
    replace: debitingReceivingWithoutFees(({ agentId }) => agentId === undefined),
  },
  {
    id: 'transfer-funds-compared-without-fees',
    title: 'compares the balance with the amount of a quote without its fees',
    breaks: ['QTE-83'],
    replace: { hasFunds: ({ balance }, { price: { sending, fees } }) => balance >= sending - fees },
  },
  {
    id: 'transfer-executed-by-its-agent',
    title: "lets an agent execute its own quote at the platform's address, without approval",
    breaks: ['QTE-84'],
    replace: executesForOwnAgents,
  },
  {
    id: 'transfer-created-by-its-agent',
    title: "lets an agent create a quote at the platform's address that is executed without approval",
    breaks: ['QTE-101'],
    replace: createsForOwnAgents,
  },
  {
    id: 'transfer-credits-the-sent-number',
    title: 'credits an account in another currency with the number that was sent',
    breaks: ['QTE-82', 'QTE-102'],
    replace: ({ credit }) => ({
      credit: (account, quote, after) => {
        credit(account, quote, after)
        if (quote.sendingCurrency.code !== quote.receivingCurrency.code)
          account.balance += quote.price.sending - quote.price.receiving
      },
    }),
  },
  {
    id: 'transfer-not-credited-at-creation',
    title: 'does not credit the destination of a quote that is executed at creation',
    breaks: ['QTE-102'],
    replace: ({ credit }) => ({
      credit: (account, quote, after) => {
        if (after !== 'CREATION') credit(account, quote, after)
      },
    }),
  },
  {
    id: 'transfer-debits-hundredths-of-all',
    title: 'debits a hundred times the total in a currency without decimals',
    breaks: ['QTE-72'],
    replace: ({ debit }) => ({
      debit: (account, quote) => {
        debit(account, quote)
        if (quote.sendingCurrency.decimals === 0) account.balance -= 99n * quote.price.sending
      },
    }),
  },
  {
    id: 'transfer-to-uma-costs-nothing',
    title: 'does not debit the source of a quote to a UMA address',
    breaks: ['QTE-75'],
    replace: ({ debit }) => ({
      debit: (account, quote) => {
        if (quote.destination.destinationType !== 'UMA_ADDRESS') debit(account, quote)
      },
    }),
  },
  {
    id: 'transfer-to-uma-executed-again',
    title: 'executes a quote to a UMA address again',
    breaks: ['QTE-76'],
    replace: ({ quoteMayBeExecuted }) => ({
      quoteMayBeExecuted: (quote) =>
        quote.destination.destinationType === 'UMA_ADDRESS' || quoteMayBeExecuted(quote),
    }),
  },
]
