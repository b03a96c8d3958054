import { shows } from '../shows.ts'
/** The fields of a response: the contract requires few, and forbids no others. */
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

/** No value in it has the usual meaning of its name. */
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
  // Values for payment, signature or authorization, each only while it is needed.
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

const isFunded = ({ source }: Json) => isObject(source) && source.sourceType === 'REALTIME_FUNDING'

function filled(object: Json): Json {
  if (isQuote(object)) {
    return {
      ...object,
      // Real-time funding has its own, which are withheld until the quote is authorized.
      ...(object.status !== 'PENDING_AUTHORIZATION' &&
        !isFunded(object) && {
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

/** Operations that return an account that may be the platform's. */
const OF_PLATFORM_ACCOUNTS = [
  'verifyPlatformExternalAccountOwnership',
  'getPlatformExternalAccount',
  'createPlatformExternalAccount',
] as const

/** Contract: Resources and their fields; it does not show which fields of actions and transactions are required. */
export const fieldVariations: readonly Variant[] = [
  {
    id: 'unknown-fields',
    title: 'adds its own fields to every object, including errors',
    point: 'fields that the contract does not name',
    interpretation: 'The contract does not forbid additional fields.',
    replace: (rules) =>
      answersChanged(rules, (response) => ({ ...response, body: eachObject(response.body, withForeign) })),
  },
  {
    id: 'fees-and-parties-missing',
    title: 'omits the optional fields of agents, customers, currencies, times and platform fees',
    point: 'required fields',
    interpretation: 'These fields are optional.',
    blocks: [
      'EXT-09',
      'EXT-17',
      'EXT-18',
      'EXT-20',
      'EXT-21',
      'EXT-22',
      'EXT-39',
      'OWN-65',
      'EXT-71',
      'EXT-72',
      'EXT-74',
      'INT-20',
      'RAT-07',
      'WHK-17',
    ],
    warns: ['QTE-57'],
    replace: (rules) => objectsChanged(rules, (object) => without(object, ...parties)),
  },
  {
    id: 'currencies-in-part',
    title: 'returns only code and decimals of a currency, and omits source and destination of a quote',
    point: 'required fields',
    interpretation: 'Name and symbol of a currency are not marked as required.',
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
    title: 'returns every optional field, even with trivial values',
    point: 'required fields',
    interpretation: 'An optional field may always be present.',
    warns: ['AGA-12', 'AGA-12', 'AGA-25'],
    replace: (rules) => objectsChanged(rules, filled),
  },
  {
    id: 'customer-null',
    title: 'returns null as the customer of accounts held for the platform',
    point: 'customer of an external account',
    interpretation: 'The contract requires null when the account is held for the platform.',
    blocks: ['WHK-17'],
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => ({ ...response, body: { ...(response.body as Json), customerId: null } }),
        OF_PLATFORM_ACCOUNTS,
      ),
  },
  {
    id: 'customer-left-out',
    title: 'omits the customer of a platform account',
    point: 'customer of an external account',
    interpretation: 'The field is optional.',
    blocks: ['WHK-17'],
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => ({ ...response, body: without(response.body as Json, 'customerId') }),
        OF_PLATFORM_ACCOUNTS,
      ),
  },
  {
    id: 'rejection-reason-null',
    title: 'returns rejectionReason in every action, with null by default',
    point: 'rejectionReason where there is none',
    interpretation: 'null means no value.',
    replace: (rules) =>
      objectsChanged(rules, (object) => (isAction(object) ? { rejectionReason: null, ...object } : object)),
  },
  {
    id: 'rejection-reason-missing',
    title: 'never returns the rejection reason',
    point: 'rejectionReason where there is none',
    interpretation: 'The field is optional.',
    replace: (rules) => objectsChanged(rules, (object) => without(object, 'rejectionReason')),
  },
  {
    id: 'rejection-reason-own-words',
    title: 'returns its own multi-line text as the rejection reason',
    point: 'rejectionReason where there is none',
    interpretation: 'The reason is free text.',
    replace: { rejectionReason: () => 'Abgelehnt 🙅\nBy the platform:\t<none>' },
  },
  {
    id: 'last-cursor-null',
    title: 'returns null as nextCursor on the last page',
    point: 'nextCursor where there is no more',
    interpretation: 'null is the same as absent.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => ({ ...response, body: { nextCursor: null, ...(response.body as Json) } }),
        ['listAgentActions'],
      ),
  },
  {
    id: 'sent-amount-without-fees',
    title: 'returns the sent amount without the fees',
    point: 'fees in the sentAmount of a transaction',
    interpretation: 'The fees have their own field, so the sent amount may exclude them.',
    replace: (rules) =>
      objectsChanged(rules, (object) => {
        if (!isTransaction(object) || !isObject(object.sentAmount) || object.fees === undefined) return object
        const amount = Number(object.sentAmount.amount) - Number(object.fees)
        return { ...object, sentAmount: { ...object.sentAmount, amount } }
      }),
  },
  {
    id: 'refunds-missing',
    title: 'omits the refund and the failure reason of a transaction',
    point: 'fields of a failed transaction',
    interpretation: 'No field of a transaction is marked as required.',
    warns: ['TRX-10', 'TRX-11'],
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        isTransaction(object) ? without(object, 'refund', 'failureReason') : object,
      ),
  },
  {
    id: 'failures-in-its-own-words',
    title: 'uses its own values for the status, type, direction and failure reason of a transaction',
    point: 'fields of a failed transaction',
    interpretation: 'The contract does not specify their values.',
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
    title: 'omits every optional field, except the transaction in the action',
    point: "place of an action's transaction id",
    interpretation: 'The contract marks some fields as required, and the flows need the transaction.',
    // Without transactionId the transaction of the platform's execution is unknown.
    blocks: [
      'WHK-17',
      'TRX-01',
      'TRX-04',
      'TRX-05',
      'TRX-06',
      'TRX-08',
      'TRX-31',
      'TRX-32',
      'EXT-09',
      'EXT-10',
      'EXT-17',
      'EXT-18',
      'EXT-20',
      'EXT-21',
      'EXT-22',
      'OWN-65',
      'EXT-71',
      'EXT-72',
      'EXT-74',
      'INT-20',
      'RAT-07',
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
    title: 'omits the transaction from a pending action; its quote contains the id',
    point: "place of an action's transaction id",
    interpretation: 'The transaction is created on execution, so a pending action may have none yet.',
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        isAction(object) && object.status === 'PENDING_APPROVAL' ? without(object, 'transaction') : object,
      ),
  },
  {
    id: 'transactions-null-until-there-are-some',
    title: 'returns null for a transaction, and its id, until it exists',
    point: "place of an action's transaction id",
    interpretation: 'null means not yet.',
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
    title: 'always omits the transaction from an action; its quote contains the id',
    point: "place of an action's transaction id",
    interpretation: 'No field of an action is marked as required.',
    warns: ['APR-38'],
    blocks: ['AGA-44'],
    replace: (rules) =>
      objectsChanged(rules, (object) => (isAction(object) ? without(object, 'transaction') : object)),
  },
  {
    id: 'transaction-id-from-the-start',
    title: 'assigns the transaction of a quote before the execution',
    point: "place of an action's transaction id",
    interpretation: 'transactionId may be set at creation.',
    replace: (rules) => {
      const idFor = (quoteId: string) => quoteId.replace('Quote:', 'Transaction:')
      return {
        ...shows('Quote', ({ id }) => ({ transactionId: idFor(id) }))(rules),
        transactionIdOf: ({ id }) => idFor(id),
      }
    },
  },
  {
    id: 'transaction-id-once-executed',
    title: 'sets the transactionId of a quote only after money has moved',
    point: "place of an action's transaction id",
    interpretation:
      'The contract leaves transactionId open before execution; the action contains the transaction.',
    replace: shows('Quote', ({ status, transactionId }) => ({
      transactionId: status === 'COMPLETED' ? transactionId : undefined,
    })),
  },
  {
    id: 'transaction-in-execution-only',
    title: 'returns the transaction of a pending action on execution, but not in the list',
    point: "place of an action's transaction id",
    interpretation: 'The contract does not specify which responses contain it.',
    warns: ['APR-38'],
    blocks: ['AGA-44'],
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
