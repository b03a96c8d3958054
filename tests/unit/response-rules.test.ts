/** What the conventions find in a response: nothing in a conforming one, however unusual; the rule and the place otherwise. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findingsOf, type Oddity, type RespondedWith } from '../../spec/response-rules/index.ts'
import { errorCatalogue, type OperationName } from '../../spec/index.ts'

type Json = Readonly<Record<string, unknown>>

const uuid = '018f5b1e-6f0a-7c3d-9a53-0a5a1f1f0001'

const account = {
  id: `ExternalAccount:${uuid}`,
  status: 'ACTIVE',
  currency: 'USDC',
  accountInfo: { accountType: 'BASE_WALLET', address: '0x52908400098527886E0F7030069857D2E4169EE7' },
}

const quote = {
  id: `Quote:${uuid}`,
  status: 'PENDING',
  createdAt: '2025-10-13T12:00:00Z',
  expiresAt: '2025-10-13T12:05:00.123Z',
  source: { sourceType: 'ACCOUNT', accountId: `InternalAccount:${uuid}`, customerId: `Customer:${uuid}` },
  destination: {
    destinationType: 'ACCOUNT',
    accountId: `ExternalAccount:${uuid}`,
    paymentRail: 'SEPA_INSTANT',
  },
  sendingCurrency: { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 },
  receivingCurrency: { code: 'JPY', name: 'Yen', symbol: '¥', decimals: 0 },
  totalSendingAmount: 100000,
  totalReceivingAmount: 15000,
  exchangeRate: 0.0066,
  feesIncluded: 0,
}

const transaction = {
  id: `Transaction:${uuid}`,
  status: 'CREATED',
  createdAt: '2025-10-13T12:01:00Z',
  quoteId: `Quote:${uuid}`,
  sentAmount: { amount: 100000, currency: { code: 'USD', decimals: 2 } },
  fees: 500,
}

const action = { id: `AgentAction:${uuid}`, status: 'APPROVED', type: 'EXECUTE_QUOTE', quote, transaction }

const list = { data: [action], hasMore: false, totalCount: 1 }

const platformError = { code: 'INVALID_INPUT', reason: 'It is not valid.' }
const listError = { status: 401, code: 'UNAUTHORIZED', message: 'The token is not valid.', details: {} }

const json = (status: number, body: unknown): RespondedWith => ({
  status,
  contentType: 'application/json',
  body: { json: body },
})

interface Case {
  readonly of: string
  readonly operation: OperationName
  readonly response: RespondedWith
}

interface Wrong extends Case {
  /** Rule and place of every finding. */
  readonly found: readonly string[]
}

const verify = 'verifyPlatformExternalAccountOwnership'

const withAccount = (of: string, changes: Json): Case => ({
  of,
  operation: verify,
  response: json(200, { ...account, ...changes }),
})
const withQuote = (of: string, changes: Json, status = 201): Case => ({
  of,
  operation: 'createAgentQuote',
  response: json(status, { ...quote, ...changes }),
})
const withAction = (of: string, changes: Json): Case => ({
  of,
  operation: 'listAgentActions',
  response: json(200, { ...list, data: [{ ...action, ...changes }] }),
})
const withTransaction = (of: string, changes: Json): Case => ({
  of,
  operation: 'getTransaction',
  response: json(200, { ...transaction, ...changes }),
})
const withList = (of: string, changes: Json): Case => ({
  of,
  operation: 'listAgentActions',
  response: json(200, { ...list, ...changes }),
})
const error = (of: string, operation: OperationName, status: number, body: unknown): Case => ({
  of,
  operation,
  response: json(status, body),
})
const withOddities = (of: string, response: RespondedWith, ...oddities: readonly Oddity[]): Case => ({
  of,
  operation: 'listAgentActions',
  response: { ...response, body: { json: null, ...response.body, oddities } },
})
const twice = (at: string): Oddity => ({ kind: 'duplicate-key', at, message: 'stands more than once' })
const beyond = (at: string): Oddity => ({ kind: 'unsafe-number', at, message: 'is beyond 2^53 - 1' })
const typed = (of: string, contentType: string | undefined): Case => ({
  of,
  operation: verify,
  response: { ...json(200, account), contentType },
})

const atMaximum = {
  ...list,
  data: [{ ...action, quote: { ...quote, totalSendingAmount: 9e15, totalReceivingAmount: 9e20 } }],
}

const conforming: readonly Case[] = [
  withOddities(
    'a large number in a field of its own',
    json(200, { ...list, traceId: 2 ** 60 }),
    beyond('/traceId'),
  ),
  withOddities(
    'the other side of a quote at the maximum',
    json(200, atMaximum),
    beyond('/data/0/quote/totalReceivingAmount'),
    beyond('/data/0/quote/feesIncluded'),
  ),

  typed('a charset', 'application/json; charset=utf-8'),
  typed('capitals in the content type', 'Application/JSON;charset=UTF-8'),
  typed('a structured suffix', 'application/problem+json'),
  typed('a vendor type', 'application/vnd.payments.v1+json'),

  withAccount('only what is required', {}),
  withAccount('additional fields, of any form', { extra: { createdAt: 'yesterday', id: 7 }, amount: '12' }),
  withAccount('an account of the platform', { customerId: null }),
  withAccount('an account of a customer', { customerId: `Customer:${uuid}` }),
  withAccount('a Bitcoin wallet by a name of its own', { accountInfo: { accountType: 'BITCOIN_WALLET' } }),
  withAccount('a Bitcoin wallet named like an account', { accountInfo: { accountType: 'BTC_ACCOUNT' } }),
  withAccount('a Lightning account, which has no beneficiary', {
    accountInfo: { accountType: 'LIGHTNING_ACCOUNT' },
  }),
  withAccount('a bank account with its beneficiary', {
    accountInfo: { accountType: 'SWIFT_ACCOUNT', beneficiary: { beneficiaryType: 'BUSINESS' } },
  }),
  withAccount('an identifier in capitals', { id: `ExternalAccount:${uuid.toUpperCase()}` }),
  withAccount('an identifier with a random UUID', {
    id: 'ExternalAccount:f47ac10b-58cc-4372-a567-0e02b2c3d479',
  }),

  withQuote('a creation answered with 200', {}, 200),
  withQuote('a creation answered with 202', {}, 202),
  withQuote('microseconds', { createdAt: '2025-10-13T12:00:00.123456Z' }),
  withQuote('a decimal comma', { createdAt: '2025-10-13T12:00:00,5Z' }),
  withQuote('UTC as an offset', { createdAt: '2025-10-13T12:00:00+00:00' }),
  withQuote('UTC as a short offset', { createdAt: '2025-10-13T12:00:00+0000' }),
  withQuote('no seconds', { createdAt: '2025-10-13T12:00Z' }),
  withQuote('a leap second', { createdAt: '2016-12-31T23:59:60Z' }),
  withQuote('an integer written with a fraction', { totalSendingAmount: JSON.parse('100.0') }),
  withQuote('no rate within one currency', {
    exchangeRate: undefined,
    receivingCurrency: quote.sendingCurrency,
  }),
  withQuote('the largest amount', { totalSendingAmount: 9000000000000000 }),
  withQuote('no transaction yet', { transactionId: null }),
  withQuote('a real-time source of a shape that is not shown', {
    source: { sourceType: 'REALTIME_FUNDING', accountId: 7 },
  }),
  withQuote('a UMA destination of a shape that is not shown', {
    destination: { destinationType: 'UMA_ADDRESS', accountId: '$ada@example.com' },
  }),
  withQuote('a challenge where it awaits authorization', {
    status: 'PENDING_AUTHORIZATION',
    scaChallenge: { id: `ScaChallenge:${uuid}`, expiresAt: '2025-10-13T12:05:00Z' },
  }),

  withList('an empty list', { data: [], totalCount: 0 }),
  withList('null for no cursor', { nextCursor: null }),
  withList('a cursor of any form', { hasMore: true, nextCursor: '!', totalCount: 2 }),
  withAction('a type of action that is not shown', { type: 'TRANSFER_OUT' }),
  withAction('a status of a transaction that is not shown', {
    transaction: { ...transaction, status: 'SENT' },
  }),
  withAction('no transaction', { transaction: null }),
  withAction('no reason', { rejectionReason: null }),
  withAction('a quote that says little', { quote: { id: quote.id, status: 'COMPLETED' } }),
  withAction('nothing but what is required', { type: undefined, quote: undefined, transaction: undefined }),
  withTransaction('a currency as a code', { source: { sourceType: 'ACCOUNT', currency: 'USD' } }),
  withTransaction('a currency as an object', {
    source: { sourceType: 'ACCOUNT', currency: { code: 'USD', decimals: 2 } },
  }),
  withTransaction('no status', { status: undefined }),
  withQuote('a source of another type of account', {
    source: { sourceType: 'ACCOUNT', accountId: `Wallet2:${uuid}` },
  }),
  withList('no total', { totalCount: undefined }),
  ...[{}, [], null, 'done', { id: 7, amount: '1' }, { data: [{}] }].map((body, index) => ({
    of: `a response that the contract does not show (${index + 1})`,
    operation: 'createToken' as const,
    response: json(200, index === 4 ? { result: body } : body),
  })),
  ...(['executeAgentQuote', 'executeQuote'] as const).flatMap((operation) =>
    [quote, transaction, action, {}, { result: 'OK' }].map((body) => ({
      of: 'a quote, a transaction, an action or neither',
      operation,
      response: json(202, body),
    })),
  ),
  {
    of: 'a bare array of accounts',
    operation: 'listCustomerExternalAccounts',
    response: json(200, [account]),
  },
  {
    of: 'accounts of whose fields few are shown',
    operation: 'createCustomerExternalAccount',
    response: json(201, { id: account.id, status: 'PENDING' }),
  },
  {
    of: 'a type of identifier with digits',
    operation: 'getCard',
    response: json(200, { id: `CardV2:${uuid}` }),
  },
  {
    of: 'a currency of which no member is that of a currency object',
    operation: 'getConfiguration',
    response: json(200, { defaultCurrency: { enabled: true } }),
  },
  {
    of: 'a read without a body',
    operation: 'getCard',
    response: { ...json(200, 0), body: undefined },
  },

  error("the platform's error", verify, 400, platformError),
  error('an error with field errors', verify, 400, {
    ...platformError,
    details: { errors: [{ field: 'signature', constraint: { minLength: 1 }, message: 'It is missing.' }] },
  }),
  error('details of any kind', verify, 409, { code: 'CONFLICT', reason: 'No.', details: { errors: 'none' } }),
  error('null for no details', verify, 404, { code: 'NOT_FOUND', reason: 'No.', details: null }),
  error("the list's error", 'listAgentActions', 401, listError),
  error("the list's error without details", 'listAgentActions', 401, { ...listError, details: undefined }),
  error("a quote's error in the platform's shape", 'createAgentQuote', 400, platformError),
  error("a quote's error in the list's shape", 'createAgentQuote', 401, listError),
  ...Object.entries(errorCatalogue).flatMap(([status, codes]) =>
    Object.keys(codes).map((code) => error(code, verify, Number(status), { code, reason: 'So it is.' })),
  ),

  {
    of: 'a decision without a body',
    operation: 'approveTransaction',
    response: { ...json(200, 0), body: undefined },
  },
  {
    of: 'a decision with a body that is not shown',
    operation: 'rejectTransaction',
    response: json(200, ['done']),
  },
  {
    of: "a gateway's page of HTML",
    operation: verify,
    response: { status: 503, contentType: 'text/html', body: { problem: 'it begins with <' } },
  },
  {
    of: 'a redirect to a login page of HTML',
    operation: verify,
    response: { status: 302, contentType: 'text/html', body: { problem: 'it begins with <' } },
  },
  {
    of: 'a status that the contract does not use',
    operation: verify,
    response: json(429, { error: 'slow' }),
  },
]

const wrong: readonly Wrong[] = [
  {
    of: 'a status that the contract does not have',
    operation: verify,
    response: json(422, platformError),
    found: ['CNV-09 status'],
  },
  {
    of: 'a currency without decimals',
    operation: 'createAgentQuote',
    response: json(201, { ...quote, sendingCurrency: { code: 'USD', name: 'United States Dollar' } }),
    found: ['CNV-10 /sendingCurrency/decimals'],
  },
  {
    of: 'an amount whose currency has no decimals',
    operation: 'listAgentActions',
    response: json(200, {
      ...list,
      data: [
        { ...action, transaction: { ...transaction, sentAmount: { amount: 1, currency: { code: 'EUR' } } } },
      ],
    }),
    found: ['CNV-10 /data/0/transaction/sentAmount/currency/decimals'],
  },
  { ...typed('no content type', undefined), found: ['CNV-01 header content-type'] },
  { ...typed('plain text', 'text/plain'), found: ['CNV-01 header content-type'] },
  { ...typed('JSON by an old name', 'text/json'), found: ['CNV-01 header content-type'] },
  { ...typed('a type that only begins so', 'application/jsonp'), found: ['CNV-01 header content-type'] },
  {
    of: 'a page of HTML for an error of the catalogue',
    operation: verify,
    response: { status: 404, contentType: 'text/html', body: { problem: 'it begins with <' } },
    found: ['CNV-01 header content-type', 'CNV-01 body'],
  },
  {
    of: 'JSON that is cut off',
    operation: verify,
    response: { status: 200, contentType: 'application/json', body: { problem: 'it ends too early' } },
    found: ['CNV-01 body'],
  },

  {
    of: 'a success without the body it promises',
    operation: verify,
    response: { ...json(200, 0), body: undefined },
    found: ['CNV-02 body'],
  },
  { of: 'an array for an object', operation: verify, response: json(200, [account]), found: ['CNV-02 /'] },
  { of: 'null for an object', operation: verify, response: json(200, null), found: ['CNV-02 /'] },
  {
    of: 'a transaction, recognised, with a rate as text',
    operation: 'executeAgentQuote',
    response: json(200, { ...transaction, exchangeRate: '1' }),
    found: ['CNV-02 /exchangeRate'],
  },
  {
    of: 'an account in a bare array, with a status of its own',
    operation: 'listCustomerExternalAccounts',
    response: json(200, [account, { ...account, status: 'NEW' }]),
    found: ['CNV-02 /1/status'],
  },
  {
    of: 'a bare UUID for a card',
    operation: 'listCards',
    response: json(200, { data: [{ id: uuid }] }),
    found: ['CNV-03 /data/0/id'],
  },
  {
    of: 'a currency object without decimals in a lookup',
    operation: 'lookUpUmaReceiver',
    response: json(200, { supportedCurrencies: [{ currency: { code: 'EUR', name: 'Euro' } }] }),
    found: ['CNV-10 /supportedCurrencies/0/currency/decimals'],
  },
  { ...withQuote('null for a challenge', { scaChallenge: null }), found: ['CNV-02 /scaChallenge'] },
  { ...withQuote('null for a required amount', { exchangeRate: null }), found: ['CNV-02 /exchangeRate'] },
  {
    ...error('another status in the body', 'listAgentActions', 401, { ...listError, status: 400 }),
    found: ['CNV-12 /status'],
  },
  {
    ...error('another status in the body of the platform', verify, 400, { ...platformError, status: 422 }),
    found: ['CNV-12 /status'],
  },
  { ...withAccount('no status', { status: undefined }), found: ['CNV-02 /status'] },
  { ...withAccount('a status of its own', { status: 'VERIFIED' }), found: ['CNV-02 /status'] },
  { ...withAccount('a status in small letters', { status: 'active' }), found: ['CNV-02 /status'] },
  { ...withAccount('no currency', { currency: undefined }), found: ['CNV-02 /currency'] },
  {
    ...withAccount('null for an optional text', { platformAccountId: null }),
    found: ['CNV-11 /platformAccountId'],
  },
  {
    ...withAccount('an account type of its own', { accountInfo: { accountType: 'MOON_ACCOUNT' } }),
    found: ['CNV-02 /accountInfo/accountType', 'CNV-02 /accountInfo/accountType'],
  },
  {
    ...withAccount('a bank account without beneficiary', { accountInfo: { accountType: 'EUR_ACCOUNT' } }),
    found: ['CNV-02 /accountInfo/beneficiary'],
  },
  { ...withQuote('no expiry', { expiresAt: undefined }), found: ['CNV-02 /expiresAt'] },
  { ...withQuote('no rate', { exchangeRate: undefined }, 200), found: ['CNV-02 /exchangeRate'] },
  { ...withQuote('a rate as text', { exchangeRate: '0.0066' }), found: ['CNV-02 /exchangeRate'] },
  { ...withQuote('a negative fee', { feesIncluded: -1 }), found: ['CNV-02 /feesIncluded'] },
  { ...withQuote('null for an optional amount', { feesIncluded: null }), found: ['CNV-11 /feesIncluded'] },
  { ...withQuote('null for an optional time', { createdAt: null }), found: ['CNV-11 /createdAt'] },
  {
    ...withQuote('no challenge where it awaits authorization', { status: 'PENDING_AUTHORIZATION' }),
    found: ['CNV-02 /scaChallenge'],
  },
  {
    ...withQuote('a challenge where it awaits none', { scaChallenge: { id: `ScaChallenge:${uuid}` } }),
    found: ['CNV-02 /status'],
  },
  { ...withList('a total as text', { totalCount: '1' }), found: ['CNV-02 /totalCount'] },
  { ...withAction('a status of its own', { status: 'DONE' }), found: ['CNV-02 /data/0/status'] },
  {
    ...withAction('a status of a quote that is none', { quote: { id: quote.id, status: 'DONE' } }),
    found: ['CNV-02 /data/0/quote/status'],
  },
  {
    ...withAction('a transaction as text', { transaction: 'none' }),
    found: ['CNV-02 /data/0/transaction'],
  },

  { ...withAccount('a bare UUID', { id: uuid }), found: ['CNV-03 /id'] },
  { ...withAccount('the type of another resource', { id: `Account:${uuid}` }), found: ['CNV-03 /id'] },
  { ...withAccount('the type in small letters', { id: `externalaccount:${uuid}` }), found: ['CNV-03 /id'] },
  { ...withAccount('another separator', { id: `ExternalAccount_${uuid}` }), found: ['CNV-03 /id'] },
  {
    ...withAccount('a UUID without dashes', { id: `ExternalAccount:${uuid.replaceAll('-', '')}` }),
    found: ['CNV-03 /id'],
  },
  { ...withAccount('a number', { customerId: 42 }), found: ['CNV-03 /customerId'] },
  {
    ...withAction('a bare UUID deep inside', { transaction: { ...transaction, quoteId: uuid } }),
    found: ['CNV-03 /data/0/transaction/quoteId'],
  },

  {
    ...withQuote('another offset', { expiresAt: '2025-10-13T14:05:00+02:00' }),
    found: ['CNV-04 /expiresAt'],
  },
  { ...withQuote('no offset', { createdAt: '2025-10-13T12:00:00' }), found: ['CNV-04 /createdAt'] },
  { ...withQuote('a space', { createdAt: '2025-10-13 12:00:00Z' }), found: ['CNV-04 /createdAt'] },
  {
    ...withQuote('milliseconds since the epoch', { expiresAt: 1760357100000 }),
    found: ['CNV-04 /expiresAt'],
  },
  { ...withQuote('a date', { createdAt: '2025-10-13' }), found: ['CNV-04 /createdAt'] },
  {
    ...withQuote('a time of the mail', { createdAt: 'Mon, 13 Oct 2025 12:00:00 GMT' }),
    found: ['CNV-04 /createdAt'],
  },
  { ...withQuote('a thirteenth month', { createdAt: '2025-13-10T12:00:00Z' }), found: ['CNV-04 /createdAt'] },
  { ...withTransaction('an empty text', { settledAt: '' }), found: ['CNV-04 /settledAt'] },

  { ...withQuote('text', { totalSendingAmount: '100000' }), found: ['CNV-05 /totalSendingAmount'] },
  { ...withQuote('a fraction', { totalReceivingAmount: 150.5 }), found: ['CNV-05 /totalReceivingAmount'] },
  { ...withQuote('a fee as text', { feesIncluded: '0' }), found: ['CNV-05 /feesIncluded'] },
  {
    ...withTransaction('a fraction deep inside', { sentAmount: { amount: 1000.5 } }),
    found: ['CNV-05 /sentAmount/amount'],
  },

  { ...error('no reason', verify, 400, { code: 'INVALID_INPUT' }), found: ['CNV-06 /reason'] },
  {
    ...error("the list's shape", verify, 401, { ...listError }),
    found: ['CNV-06 /reason'],
  },
  {
    ...error('a blank reason', verify, 404, { code: 'NOT_FOUND', reason: ' ' }),
    found: ['CNV-06 /reason'],
  },
  { ...error('no code', verify, 404, { reason: 'No.' }), found: ['CNV-06 /code'] },
  { ...error('a code as a number', verify, 404, { code: 404, reason: 'No.' }), found: ['CNV-06 /code'] },
  { ...error('text for a body', verify, 404, 'not found'), found: ['CNV-06 /'] },
  { ...error('an array for a body', verify, 400, [platformError]), found: ['CNV-06 /'] },
  {
    ...error('details as text', verify, 400, { ...platformError, details: 'none' }),
    found: ['CNV-06 /details'],
  },
  {
    ...error('field errors as an object', verify, 400, {
      ...platformError,
      details: { errors: { signature: 'no' } },
    }),
    found: ['CNV-06 /details/errors'],
  },
  {
    ...error('a field error without a field', verify, 400, {
      ...platformError,
      details: { errors: [{ field: 'signature' }, { message: 'It is missing.' }] },
    }),
    found: ['CNV-06 /details/errors/1/field'],
  },
  {
    ...error("the platform's shape", 'listAgentActions', 401, { code: 'UNAUTHORIZED', reason: 'No.' }),
    found: ['CNV-06 /message', 'CNV-06 /status'],
  },
  {
    ...error('a status as text', 'listAgentActions', 401, { ...listError, status: '401' }),
    found: ['CNV-06 /status'],
  },
  {
    ...error('neither reason nor message', 'createAgentQuote', 400, { code: 'INVALID_INPUT', error: 'No.' }),
    found: ['CNV-06 /reason'],
  },
  {
    of: 'an error without a body',
    operation: verify,
    response: { ...json(409, 0), body: undefined },
    found: ['CNV-06 body'],
  },

  {
    ...withOddities('a key twice', json(200, list), twice('/data/0/id')),
    found: ['CNV-08 /data/0/id'],
  },
  {
    ...withOddities('a key twice in an error', json(401, listError), twice('/code')),
    found: ['CNV-08 /code'],
  },
  {
    ...withOddities('a byte order mark', json(200, list), {
      kind: 'byte-order-mark',
      at: '',
      message: 'begins with a byte order mark',
    }),
    found: ['CNV-08 /'],
  },
  {
    ...withOddities(
      'integers that doubles cannot hold',
      json(200, { ...list, totalCount: 2 ** 60 }),
      beyond('/totalCount'),
      beyond('/data/0/quote/totalReceivingAmount'),
      beyond('/data/0/transaction/sentAmount/amount'),
    ),
    found: [
      'CNV-08 /totalCount',
      'CNV-08 /data/0/quote/totalReceivingAmount',
      'CNV-08 /data/0/transaction/sentAmount/amount',
    ],
  },

  { ...error('a code of another status', verify, 404, platformError), found: ['CNV-07 /code'] },
  {
    ...error('a code of its own', verify, 400, { ...platformError, code: 'BAD_SIGNATURE' }),
    found: ['CNV-07 /code'],
  },
  {
    ...error('a code in small letters', verify, 400, { ...platformError, code: 'invalid_input' }),
    found: ['CNV-07 /code'],
  },
  {
    ...error('a word that every object knows', verify, 400, { ...platformError, code: 'toString' }),
    found: ['CNV-07 /code'],
  },
]

const found = ({ operation, response }: Case) =>
  findingsOf(operation, response).findings.map(({ requirement, at }) => `${requirement} ${at}`)

describe('a conforming response', () => {
  for (const one of conforming) {
    it(`${one.operation} ${one.response.status}: ${one.of}`, () => {
      assert.deepEqual(found(one), [])
    })
  }
})

describe('a response that breaks a convention', () => {
  for (const one of wrong) {
    it(`${one.operation} ${one.response.status}: ${one.of}`, () => {
      assert.deepEqual(found(one), one.found)
    })
  }
})

describe('the judged part of a body', () => {
  const judged = (operation: OperationName, response: RespondedWith) => findingsOf(operation, response).judged

  it('is the rules that the response could have broken', () => {
    assert.deepEqual(judged('listAgentActions', json(200, { ...list, data: [] })), [
      'CNV-01',
      'CNV-08',
      'CNV-02',
      'CNV-11',
    ])
    assert.deepEqual(judged('getCard', json(200, {})), ['CNV-01', 'CNV-08'])
    assert.deepEqual(judged('getQuote', json(200, { status: 'PENDING' })), ['CNV-01', 'CNV-08'])
    assert.deepEqual(judged('createAgentQuote', json(201, quote)).toSorted(), [
      'CNV-01',
      'CNV-02',
      'CNV-03',
      'CNV-04',
      'CNV-05',
      'CNV-08',
      'CNV-10',
      'CNV-11',
    ])
    assert.deepEqual(judged(verify, json(404, { code: 'NOT_FOUND', reason: 'No.' })), [
      'CNV-01',
      'CNV-08',
      'CNV-09',
      'CNV-06',
      'CNV-07',
    ])
  })

  it('is nothing of a response that is not of the contract', () => {
    assert.deepEqual(judged(verify, json(503, {})), [])
    assert.deepEqual(
      judged('approveTransaction', { status: 204, contentType: undefined, body: undefined }),
      [],
    )
  })

  it('includes every rule that is found broken', () => {
    for (const { operation, response } of wrong) {
      const { judged: rules, findings } = findingsOf(operation, response)
      assert.deepEqual(
        findings
          .map(({ requirement }) => requirement)
          .filter((rule) => !(rules as readonly string[]).includes(rule)),
        [],
      )
    }
  })
})

describe('the same mistake, many times', () => {
  it('is found at once, however many times', () => {
    const data = Array.from({ length: 40_000 }, () => ({}))
    const before = process.cpuUsage()

    const { findings } = findingsOf('listAgentActions', json(200, { ...list, data }))

    assert.equal(findings.length, 10)
    // Processor time, since a busy machine takes its time.
    const { user } = process.cpuUsage(before)
    assert.ok(user < 1_000_000, `${user} µs`)
  })

  it('is reported ten times, and leaves room for other violations', () => {
    const data = Array.from({ length: 100 }, () => ({ ...action, id: uuid, createdAt: 'now' }))

    const { findings } = findingsOf('listAgentActions', json(200, { ...list, data, totalCount: 100 }))

    const counts = Object.entries(Object.groupBy(findings, ({ requirement }) => requirement)).map(
      ([rule, all]) => [rule, all?.length] as const,
    )
    assert.deepEqual(Object.fromEntries(counts), { 'CNV-03': 10, 'CNV-04': 10 })
  })
})
