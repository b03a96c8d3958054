import { randomUUID } from 'node:crypto'
import type { ServerContext } from '../call.ts'
import { certificateChain, unknownRoot } from '../certificates.ts'
import { newCounterparty, newUmaReceiver, type Counterparty, type UmaReceiver } from '../counterparty.ts'
import { newReceiver } from '../provider-states/cross-currency-transfers.ts'
import { newPayer, newPlatformQuote } from '../provider-states/quote.ts'
import type { ErrorConditions, ErrorRequest } from './error-condition.ts'

type Json = Readonly<Record<string, unknown>>

const DAY_MS = 24 * 60 * 60 * 1000

const get = (path: string): ErrorRequest => ({ method: 'GET', path, auth: 'PLATFORM' })

const execution = (quoteId: string): ErrorRequest => ({
  method: 'POST',
  path: `/quotes/${quoteId}/execute`,
  auth: 'PLATFORM',
})

const quoteRequest = (body: Json, requestId: string = randomUUID()): ErrorRequest => ({
  method: 'POST',
  path: '/quotes',
  auth: 'PLATFORM',
  headers: { 'idempotency-key': requestId },
  body: { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 1_000_000, ...body },
})

const accountSource = (accountId: string) => ({ sourceType: 'ACCOUNT', accountId })
const accountDestination = (accountId: string) => ({ destinationType: 'ACCOUNT', accountId })

/** From one account of a new customer to the other. */
function transfer(server: ServerContext, changes: Json = {}, receivingCurrency?: string): ErrorRequest {
  const payer = newPayer(server, receivingCurrency === undefined ? {} : { receivingCurrency })
  return quoteRequest({
    source: accountSource(payer.sourceAccountId),
    destination: accountDestination(payer.destinationAccountId),
    ...changes,
  })
}

const lookupOf = ({ umaAddress }: Pick<UmaReceiver, 'umaAddress'>): ErrorRequest =>
  get(`/receiver/uma/${encodeURIComponent(umaAddress)}`)

/** Looks up a receiver whose institution deviates. */
const lookupAt = (deviations: (server: ServerContext) => Partial<Counterparty>) => (server: ServerContext) =>
  lookupOf(newReceiver(server, newCounterparty(server.now(), deviations(server))))

/** Pays a receiver after its lookup; its institution deviates. */
const paymentAt =
  (deviations: Partial<Counterparty>, changes: Json = {}, currency?: string) =>
  (server: ServerContext): ErrorRequest => {
    const { rules, store, now } = server
    const { umaAddress } = newReceiver(server, newCounterparty(now(), deviations))
    const id = rules.newId('Lookup')
    store.lookups.set(id, { id, receiver: umaAddress })
    return transfer(server, {
      destination: {
        destinationType: 'UMA_ADDRESS',
        umaAddress,
        ...(currency !== undefined && { currency }),
      },
      lookupId: id,
      ...changes,
    })
  }

const without = (object: Json, name: string): Json =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))

export const crossCurrencyTransfersErrorConditions = {
  INVALID_UMA_ADDRESS: () => lookupOf({ umaAddress: 'ada.example' }),

  LOOKUP_REQUEST_FAILED: lookupAt(() => ({ isReachable: false })),

  CERT_CHAIN_INVALID: lookupAt(({ now }) => ({
    certificateChain: certificateChain('vasp.example', now(), { top: unknownRoot() }),
  })),

  CERT_CHAIN_EXPIRED: lookupAt(({ now }) => ({
    certificateChain: certificateChain('vasp.example', now(), { notAfter: now() - DAY_MS }),
  })),

  INVALID_PUBKEY_FORMAT: lookupAt(() => ({ encryptionPublicKey: '04abc' })),

  UMA_NOT_FOUND: (server) => {
    const counterparty = newCounterparty(server.now())
    server.store.counterparties.set(counterparty.domain, counterparty)
    return lookupOf(newUmaReceiver(counterparty))
  },

  PARSE_LNURLP_RESPONSE_ERROR: lookupAt(() => ({ writesLookup: () => '<html>Bad gateway</html>' })),

  INVALID_RECEIVER: lookupAt(() => ({
    writesLookup: () => JSON.stringify({ status: 'ERROR', reason: 'This user cannot be paid.' }),
  })),

  MISSING_REQUIRED_UMA_PARAMETERS: lookupAt(() => ({
    writesLookup: (ordinary) => JSON.stringify(without(ordinary, 'compliance')),
  })),

  INVALID_TIMESTAMP: lookupAt(() => ({ clockErrorMs: -DAY_MS })),

  INVALID_NONCE: (server) => {
    const nonce = randomUUID()
    server.store.usedNonces.add(nonce)
    return lookupAt(() => ({ newNonce: () => nonce }))(server)
  },

  QUOTE_REQUEST_FAILED: paymentAt({ writesPayRequest: () => undefined }),

  PARSE_PAYREQ_RESPONSE_ERROR: paymentAt({
    writesPayRequest: () => ({ status: 200, text: '<html>Bad gateway</html>' }),
  }),

  INVALID_PAYREQ_RESPONSE: paymentAt({
    writesPayRequest: (ordinary) => ({ status: 200, text: JSON.stringify(without(ordinary, 'pr')) }),
  }),

  SENDER_NOT_ACCEPTED: paymentAt({
    writesPayRequest: () => ({ status: 403, text: JSON.stringify({ status: 'ERROR' }) }),
  }),

  PAYMENT_URL_NOT_FOUND: paymentAt({ writesPayRequest: () => ({ status: 404, text: '' }) }),

  AMOUNT_OUT_OF_RANGE: paymentAt({}, { lockedCurrencyAmount: 9_000_000_000_000_000 }),

  INVALID_CURRENCY: paymentAt({}, {}, 'MXN'),

  SELF_PAYMENT: (server) => {
    const { sourceAccountId } = newPayer(server)
    return quoteRequest({
      source: accountSource(sourceAccountId),
      destination: accountDestination(sourceAccountId),
    })
  },

  TRANSACTION_SIZE_LIMIT_EXCEEDED: (server) => transfer(server, {}, 'GHS'),

  EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED: (server) => {
    const payer = newPayer(server)
    const account = server.store.externalAccounts.get(payer.destinationAccountId)!
    account.status = 'PENDING_OWNERSHIP_VERIFICATION'
    account.challenge = { method: 'LIVENESS', outstanding: true }
    return quoteRequest({
      source: accountSource(payer.sourceAccountId),
      destination: accountDestination(account.id),
    })
  },

  INSUFFICIENT_FUNDS: (server) => execution(newPlatformQuote(server, { balance: 0n }).id),

  QUOTE_EXPIRED: (server) => {
    const quote = newPlatformQuote(server)
    server.store.quotes.set(quote.id, { ...quote, expiresAt: quote.createdAt - DAY_MS })
    return execution(quote.id)
  },

  QUOTE_RATE_UNAVAILABLE: (server) => transfer(server, {}, 'HTG'),

  QUOTE_NOT_FOUND: () => get(`/quotes/Quote:${randomUUID()}`),

  LOOKUP_REQUEST_NOT_FOUND: (server) => transfer(server, { lookupId: `Lookup:${randomUUID()}` }),

  REFERENCE_NOT_FOUND: (server) => {
    const payer = newPayer(server)
    server.store.billerReferences.set(payer.destinationAccountId, new Set(['RF18539007547034']))
    return quoteRequest({
      source: accountSource(payer.sourceAccountId),
      destination: accountDestination(payer.destinationAccountId),
      remittanceInformation: 'RF74000000000000',
    })
  },

  DUPLICATE_PAY_REQUEST: (server) => {
    const { rules, store, now } = server
    const requestId = randomUUID()
    const scope = rules.replayScope(rules.platformAsOwner(), requestId, '')
    const earlier = { fingerprint: 'another request', response: Promise.resolve({ status: 201, body: {} }) }
    store.requests.set(scope, { ...earlier, receivedAt: now(), completed: true })
    const { body } = transfer(server)
    return quoteRequest(body as Json, requestId)
  },
} satisfies ErrorConditions
