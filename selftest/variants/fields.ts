/** Which fields an answer has: the contract marks few as required, and forbids no others. */
import { isObject } from '../../reference/is-object.ts'
import {
  successesChanged,
  answersChanged,
  eachObject,
  isAction,
  isExternalAccount,
  isQuote,
  isTransaction,
  objectsChanged,
  only,
  without,
  type Json,
} from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Nothing in it is what a field of that name is elsewhere. */
const foreign: Json = {
  id: 'legacy-42',
  status: 'NOVEL',
  amount: 1.5,
  createdAt: 1_731_240_000,
  expiresAt: null,
  items: [{ code: 7 }, []],
}

const withForeign = (object: Json): Json => ({
  ...object,
  x_meta: foreign,
  legacyReference: null,
  region: 'eu-1',
})

const quoteEssentials = [
  'id',
  'status',
  'expiresAt',
  'totalSendingAmount',
  'totalReceivingAmount',
  'exchangeRate',
  'feesIncluded',
  // What is paid by, signed or authorized; each only where it is needed.
  'paymentInstructions',
  'payloadToSign',
  'scaChallenge',
]

const parties = [
  'agentId',
  'customerId',
  'platformCustomerId',
  'platformAccountId',
  'ownershipType',
  'sendingCurrency',
  'receivingCurrency',
  'createdAt',
  'updatedAt',
  'platformFeesIncluded',
  'rateDetails',
  'type',
  'direction',
  'sentAmount',
  'receivedAmount',
  'beneficiaryVerificationStatus',
  'defaultUmaDepositAccount',
]

const isCurrency = (object: Json) => 'decimals' in object && 'symbol' in object

const network = { transactionHash: '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204', network: 'BASE' }

function filled(object: Json): Json {
  if (isQuote(object)) {
    return {
      ...object,
      // Withheld until the quote is authorized.
      ...(object.status !== 'PENDING_AUTHORIZATION' && {
        paymentInstructions: object.paymentInstructions ?? [
          {
            accountOrWalletInfo: {
              accountType: 'SPARK_WALLET',
              assetType: 'BTC',
              address: 'sp1x',
              invoice: 'lnbc1',
            },
            instructionsNotes: 'Not needed for an internal account.',
          },
        ],
      }),
      counterpartyInformation: { FULL_NAME: 'Ada Example', BIRTH_DATE: '1990-12-10', NATIONALITY: 'GB' },
    }
  }
  if (isTransaction(object)) {
    const someTime = object.updatedAt
    return {
      ...object,
      onChainTransaction: network,
      source: { ...(object.source as Json), onChainTransaction: network },
      destination: { ...(object.destination as Json), onChainTransaction: network },
      pendingReason: 'COUNTERPARTY_DECLARATION_REQUIRED',
      settledAt: object.createdAt ?? someTime,
      receiptDeliveryConfirmedAt: someTime,
      description: 'Invoice 42',
      refund: {
        reference: 'R-1',
        initiatedAt: someTime,
        status: 'COMPLETED',
        settledAt: someTime,
        reason: 'TRANSACTION_FAILED',
      },
      counterpartyInformation: { FULL_NAME: 'Ada Example', ANOTHER_KEY: 'of this deployment' },
      reconciliationInstructions: { reference: 'R-1', transactionHash: network.transactionHash },
      failureReason: 'LNURLP_FAILED',
    }
  }
  if (isExternalAccount(object)) {
    return {
      beneficiaryVerificationStatus: 'PARTIAL_MATCH',
      beneficiaryVerifiedData: { fullName: 'A. Example' },
      ...object,
    }
  }
  return object
}

/** Whose answer is an account that may be the platform's. */
const OF_PLATFORM_ACCOUNTS = [
  'verifyPlatformExternalAccountOwnership',
  'getPlatformExternalAccount',
  'createPlatformExternalAccount',
] as const

/** Contract: Resources and their fields; which fields of actions and transactions are required is not shown. */
export const fieldVariations: readonly Variant[] = [
  {
    id: 'unknown-fields',
    title: 'adds fields of its own to every object, errors included',
    point: 'fields that the contract does not name',
    reading: 'They are not ruled out, whatever they are called and hold.',
    replace: (rules) =>
      answersChanged(rules, (response) => ({ ...response, body: eachObject(response.body, withForeign) })),
  },
  {
    id: 'fees-and-parties-not-told',
    title: 'leaves out who is concerned and what the currencies are, and tells the fees',
    point: 'which fields are required',
    reading:
      'Names of agents and customers, currencies, times of creation, the platform’s part of the fees are optional.',
    blocks: ['EXT-09', 'EXT-17', 'EXT-18', 'EXT-20', 'EXT-21', 'EXT-22', 'EXT-39'],
    replace: (rules) => objectsChanged(rules, (object) => without(object, ...parties)),
  },
  {
    id: 'currencies-in-part',
    title: 'tells of a currency only its code and decimals, and no source and destination of a quote',
    point: 'which fields are required',
    reading: 'Name and symbol of a currency object are not marked as required.',
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        isQuote(object)
          ? without(object, 'source', 'destination')
          : without(
              object,
              ...(isCurrency(object) ? ['name', 'symbol'] : []),
              'settledAt',
              'fees',
              'quoteId',
            ),
      ),
  },
  {
    id: 'every-optional-field',
    title: 'fills every optional field, also where it says little',
    point: 'which fields are required',
    reading: 'An optional field may always be given.',
    warns: ['AGA-12', 'AGA-12', 'AGA-25'],
    replace: (rules) => objectsChanged(rules, filled),
  },
  {
    id: 'customer-null',
    title: 'verifies accounts that it holds on behalf of the platform, with null as their customer',
    point: 'customer of an external account',
    reading: 'null when the account is on behalf of the platform.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => ({ ...response, body: { ...(response.body as Json), customerId: null } }),
        OF_PLATFORM_ACCOUNTS,
      ),
  },
  {
    id: 'customer-left-out',
    title: 'leaves the customer of an account of the platform out',
    point: 'customer of an external account',
    reading: 'The field is optional.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => ({ ...response, body: without(response.body as Json, 'customerId') }),
        OF_PLATFORM_ACCOUNTS,
      ),
  },
  {
    id: 'rejection-reason-null',
    title: 'has rejectionReason in every action, null unless it was rejected with one',
    point: 'rejectionReason where there is none',
    reading: 'null stands for none.',
    replace: (rules) =>
      objectsChanged(rules, (object) => (isAction(object) ? { rejectionReason: null, ...object } : object)),
  },
  {
    id: 'rejection-reason-untold',
    title: 'never tells the reason of a rejection',
    point: 'rejectionReason where there is none',
    reading: 'It may be set, so it need not be.',
    replace: (rules) => objectsChanged(rules, (object) => without(object, 'rejectionReason')),
  },
  {
    id: 'rejection-reason-own-words',
    title: 'tells the reason of a rejection in words of its own, several lines of them',
    point: 'rejectionReason where there is none',
    reading: 'It is free text.',
    replace: () => ({ rejectionReason: () => 'Abgelehnt 🙅\nBy the platform:\t<none>' }),
  },
  {
    id: 'last-cursor-null',
    title: 'has a nextCursor of null on the last page',
    point: 'nextCursor where there is no more',
    reading: 'null is as absent.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => ({ ...response, body: { nextCursor: null, ...(response.body as Json) } }),
        ['listAgentActions'],
      ),
  },
  {
    id: 'sent-amount-without-fees',
    title: 'tells as sent what was left when the fees were deducted',
    point: 'fees in the sentAmount of a transaction',
    reading: 'The fees are told apart, so that they need not be in it.',
    replace: (rules) =>
      objectsChanged(rules, (object) => {
        if (!isTransaction(object) || !isObject(object.sentAmount) || object.fees === undefined) return object
        const amount = Number(object.sentAmount.amount) - Number(object.fees)
        return { ...object, sentAmount: { ...object.sentAmount, amount } }
      }),
  },
  {
    id: 'refunds-untold',
    title: 'tells nothing of a refund, nor why a transaction failed',
    point: 'what is told of a failed transaction',
    reading: 'No field of a transaction is marked as required.',
    warns: ['TRX-10', 'TRX-11'],
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        isTransaction(object) ? without(object, 'refund', 'failureReason') : object,
      ),
  },
  {
    id: 'failures-in-its-own-words',
    title: 'has words of its own for the status, type and direction of a transaction, and for why it failed',
    point: 'what is told of a failed transaction',
    reading: 'Their values are not shown.',
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        isTransaction(object)
          ? {
              ...object,
              status: `TX_${String(object.status)}`,
              type: 'PAYOUT',
              direction: 'OUTBOUND',
              ...(object.failureReason !== undefined && {
                failureReason: 'The account has no funds (E-17).',
              }),
            }
          : object,
      ),
  },
  {
    id: 'only-essential-fields',
    title: 'leaves out every field that is not required, but names the transaction in the action',
    point: 'where the transaction of an action is told',
    reading: 'In the action; required is what the contract marks, and what the flows cannot do without.',
    // Without transactionId nothing tells the transaction that the platform's execution made.
    blocks: [
      'TRX-01',
      'TRX-04',
      'TRX-05',
      'TRX-06',
      'TRX-08',
      'EXT-09',
      'EXT-10',
      'EXT-17',
      'EXT-18',
      'EXT-20',
      'EXT-21',
      'EXT-22',
      'EXT-39',
    ],
    warns: ['APR-37', 'QTE-57', 'TRX-10', 'TRX-11'],
    replace: (rules) =>
      objectsChanged(rules, (object) => {
        if (isQuote(object)) return only(object, ...quoteEssentials)
        if (isTransaction(object)) return only(object, 'id', 'status')
        if (isAction(object)) return only(object, 'id', 'status', 'transaction')
        if (isExternalAccount(object)) return only(object, 'id', 'status', 'currency', 'accountInfo')
        return object
      }),
  },
  {
    id: 'pending-without-transaction',
    title: 'has no transaction in an action that is pending; its quote names it',
    point: 'where the transaction of an action is told',
    reading: 'The transaction is what was created, so a pending action may have none yet.',
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        isAction(object) && object.status === 'PENDING_APPROVAL' ? without(object, 'transaction') : object,
      ),
  },
  {
    id: 'transactions-null-until-there-are-some',
    title: 'has null for a transaction, and for the id of one, until there is one',
    point: 'where the transaction of an action is told',
    reading: 'null stands for none yet.',
    replace: (rules) =>
      objectsChanged(rules, (object) => {
        if (isQuote(object)) return { transactionId: null, ...object }
        return isAction(object) && object.status === 'PENDING_APPROVAL'
          ? { ...object, transaction: null }
          : object
      }),
  },
  {
    id: 'actions-without-transaction',
    title: 'never has a transaction in an action; its quote names it',
    point: 'where the transaction of an action is told',
    reading: 'No field of an action is marked as required.',
    warns: ['APR-38'],
    replace: (rules) =>
      objectsChanged(rules, (object) => (isAction(object) ? without(object, 'transaction') : object)),
  },
  {
    id: 'transaction-id-from-the-start',
    title: 'knows the transaction of a quote before it is executed',
    point: 'where the transaction of an action is told',
    reading: 'transactionId may be set at creation.',
    replace: () => {
      const idFor = (quoteId: string) => quoteId.replace('Quote:', 'Transaction:')
      return { shownTransactionId: ({ id }) => idFor(id), transactionIdOf: ({ id }) => idFor(id) }
    },
  },
  {
    id: 'transaction-id-once-executed',
    title: 'has a transactionId in a quote only once money has moved',
    point: 'where the transaction of an action is told',
    reading: 'transactionId before execution is open; the action has the transaction.',
    replace: () => ({
      shownTransactionId: ({ status, transactionId }) => (status === 'COMPLETED' ? transactionId : undefined),
    }),
  },
  {
    id: 'transaction-told-by-execution-alone',
    title: 'tells the transaction of a pending action in the answer of the execution, and not in the list',
    point: 'where the transaction of an action is told',
    reading: 'Which answers carry it is not shown.',
    warns: ['APR-38'],
    replace: (rules) => ({
      ...successesChanged(
        rules,
        (response) => ({
          ...response,
          body: eachObject(response.body, (object) => without(object, 'transaction', 'transactionId')),
        }),
        ['listAgentActions', 'getAgentAction', 'getAgentQuote', 'createAgentQuote'],
      ),
    }),
  },
]
