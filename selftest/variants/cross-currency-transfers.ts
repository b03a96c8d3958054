import { isObject } from '../../reference/is-object.ts'
import { successesChanged, without, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

const KNOWN_AFTER_MS = 1_000
const LOW_MAXIMUM = 20_000_000n
const QUOTE_OR_LOOKUP = /(?:Quote|Lookup):[0-9a-f-]{36}/g

/** Contract: What the service does, Cross-Currency Transfers; Endpoints 3; Other endpoints that are referenced. */
export const crossCurrencyTransfersVariations: readonly Variant[] = [
  {
    id: 'corridors-with-a-low-maximum',
    alone: true,
    title: 'rejects quotes above 20,000,000 smallest units in every corridor',
    point: 'the maximum of a corridor',
    interpretation: 'The contract does not show its value.',
    blocks: ['QTE-59', 'QTE-79'],
    replace: ({ maximumOfCorridor }) => ({
      maximumOfCorridor: (sending, receiving) => {
        const usual = maximumOfCorridor(sending, receiving)
        return usual < LOW_MAXIMUM ? usual : LOW_MAXIMUM
      },
    }),
  },
  {
    id: 'platform-execution-returns-the-transaction',
    title: 'returns 202 with the transaction for the execution of a quote',
    point: 'response to the execution of a quote',
    interpretation: 'The contract does not specify it.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => {
          const { transactionId } = response.body as Json
          return { ...response, status: 202, body: { id: transactionId, status: 'CREATED' } }
        },
        ['executeQuote'],
      ),
  },
  {
    id: 'platform-execution-returns-nothing',
    title: 'returns 204 for the execution of a quote',
    point: 'response to the execution of a quote',
    interpretation: 'The contract does not specify it.',
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, status: 204, body: undefined }), [
        'executeQuote',
      ]),
  },
  {
    id: 'execution-returns-an-empty-object',
    alone: true,
    title: 'returns {} when the platform executes a quote',
    point: 'response to the execution of a quote',
    interpretation: 'The contract does not specify it.',
    replace: (rules) => successesChanged(rules, (response) => ({ ...response, body: {} }), ['executeQuote']),
  },
  {
    id: 'platform-executed-again-returns-the-quote',
    title: "returns the quote for the platform's second execution",
    point: 'second execution of a quote by the platform',
    interpretation: 'The quote is executed once; the response may be the same.',
    replace: { answersPlatformExecutionAgain: true },
  },
  {
    id: 'platform-unfunded-execution-fails',
    title: "accepts the platform's execution without funds, then fails it",
    point: "the platform's execution without funds",
    interpretation: 'The execution is accepted, then fails.',
    unmet: ['INSUFFICIENT_FUNDS'],
    replace: { executionRefusesUnfunded: false },
  },
  {
    id: 'platform-expired-execution-fails',
    title: "accepts the platform's execution of an expired quote, then fails it",
    point: 'execution of an expired quote by the platform',
    interpretation: 'The execution is accepted, then fails.',
    warns: ['QTE-35'],
    unmet: ['QUOTE_EXPIRED'],
    replace: { executionRefusesExpired: false },
  },
  {
    id: 'maximum-looked-at-when-executed',
    title: 'creates quotes above the maximum of a corridor, but does not execute them',
    point: 'time of the corridor maximum check',
    interpretation: 'The maximum applies to transactions, and a quote is not one yet.',
    unmet: ['TRANSACTION_SIZE_LIMIT_EXCEEDED'],
    replace: { limitsQuotes: false },
  },
  {
    id: 'immediate-funding-waits',
    title: 'accepts immediatelyExecute for real-time funding, then waits for the payment',
    point: 'immediatelyExecute with real-time funding',
    interpretation: 'The quote is executed as soon as it is paid.',
    replace: { mayExecuteImmediately: () => true },
  },
  {
    id: 'payer-data-fields-as-names',
    title: 'returns the names of required fields only',
    point: 'form of requiredPayerDataFields',
    interpretation: 'The contract does not specify it.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => {
          const { requiredPayerDataFields: fields, ...lookup } = response.body as Json
          return {
            ...response,
            body: {
              ...lookup,
              requiredPayerDataFields: (fields as readonly Json[]).map((field) =>
                isObject(field) ? field.name : field,
              ),
            },
          }
        },
        ['lookUpUmaReceiver', 'lookUpExternalAccount'],
      ),
  },
  {
    id: 'payer-data-fields-by-key',
    alone: true,
    title: 'returns the lookup as id, and required fields by key',
    point: 'form of requiredPayerDataFields',
    interpretation: "The contract does not specify the fields, nor the name of the lookup's identifier.",
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => {
          const { lookupId, requiredPayerDataFields: fields, ...lookup } = response.body as Json
          return {
            ...response,
            body: {
              ...lookup,
              id: lookupId,
              requiredPayerDataFields: Object.fromEntries(
                (fields as readonly Json[]).map(({ name, mandatory }) => [name, { mandatory }]),
              ),
            },
          }
        },
        ['lookUpUmaReceiver', 'lookUpExternalAccount'],
      ),
  },
  {
    id: 'payer-data-more-than-asked',
    title: 'returns an additional optional field for every receiver',
    point: 'more fields of sender information',
    interpretation: 'A receiver may list fields that are not mandatory.',
    replace: (rules) => ({
      statedPayerDataFields: (fields) => [
        ...rules.statedPayerDataFields(fields),
        { name: 'NATIONALITY', mandatory: false },
      ],
    }),
  },
  {
    id: 'payer-data-missing-is-invalid-input',
    title: 'returns INVALID_INPUT for missing sender information',
    point: 'code for missing sender information',
    interpretation: 'The contract does not map codes to operations.',
    replace: (rules) => ({
      payerDataRefused: (missing) => ({ ...rules.payerDataRefused(missing), code: 'INVALID_INPUT' }),
    }),
  },
  {
    id: 'counterparty-unknown',
    title: 'omits counterparty information',
    point: 'counterpartyInformation',
    interpretation: 'The contract requires it only if available and configured.',
    replace: { counterpartyInformationOf: () => ({}) },
  },
  {
    id: 'optional-parts-of-a-quote-null',
    alone: true,
    title: 'returns null for absent values of rates, instructions and counterparties',
    point: 'optional parts of a quote',
    interpretation: 'null means no value.',
    warns: ['CNV-11'],
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => {
          const {
            counterpartyInformation = null,
            paymentInstructions: ways,
            ...quote
          } = response.body as Json
          return {
            ...response,
            body: {
              ...quote,
              counterpartyInformation,
              rateDetails: { counterpartyMultiplier: null, counterpartyFixedFee: null },
              ...(Array.isArray(ways) && {
                paymentInstructions: (ways as readonly Json[]).map((way) => ({
                  ...way,
                  instructionsNotes: null,
                })),
              }),
            },
          }
        },
        ['createQuote', 'getQuote'],
      ),
  },
  {
    id: 'margin-within-one-currency',
    alone: true,
    title: 'adds a margin of one percent to the rate between a currency and itself',
    point: 'rate within one currency',
    interpretation: 'A rate may include a margin.',
    warns: ['SCT-02'],
    replace: (rules) => ({
      exchangeRate: (sending, receiving) =>
        sending.code === receiving.code ? { digits: 101n, scale: 2 } : rules.exchangeRate(sending, receiving),
    }),
  },
  {
    id: 'funding-of-another-shape',
    alone: true,
    title: 'uses its own shape for real-time funding, and rejects others',
    point: 'shape of the real-time funding source',
    interpretation: 'The contract does not specify it.',
    blocks: [
      'SBX-22',
      'SCA-51',
      'QTE-20',
      'QTE-21',
      'QTE-22',
      'QTE-23',
      'QTE-24',
      'QTE-39',
      'SBX-04',
      'SBX-05',
      'SBX-06',
      'SBX-20',
      'SCA-01',
      'SCA-02',
      'SCA-03',
      'SCA-04',
      'SCA-05',
      'SCA-06',
      'SCA-07',
      'SCA-08',
      'SCA-09',
      'SCA-11',
      'SCA-12',
      'SCA-13',
      'SCA-14',
      'SCA-15',
      'SCA-50',
      'SCA-20',
      'SCA-21',
      'SCA-22',
      'SCA-23',
      'SCA-24',
      'SCA-25',
      'SCA-26',
      'SCA-30',
      'SCA-31',
      'SCA-41',
      'SCA-46',
      'QTE-80',
    ],
    replace: (rules) => ({
      sourceErrors: (body) =>
        isObject(body.source) && body.source.sourceType === 'REALTIME_FUNDING'
          ? [{ field: 'source.fundingMethod', constraint: {}, message: 'source.fundingMethod is required' }]
          : rules.sourceErrors(body),
    }),
  },
  {
    id: 'unknown-lookups-looked-up-anew',
    alone: true,
    title: 'repeats the lookup of a receiver for an unknown lookupId',
    point: 'a lookupId that is not known',
    interpretation: 'The lookupId reuses cached data; the server may look up what is not cached.',
    warns: ['QTE-27', 'QTE-29', 'QTE-78'],
    unmet: ['LOOKUP_REQUEST_NOT_FOUND'],
    replace: { lookupNamed: (_lookups, id, receiver) => ({ id, receiver }) },
  },
  {
    id: 'instructions-a-little-later',
    alone: true,
    title: 'returns payment instructions on read, but not on creation',
    point: 'when payment instructions are shown',
    interpretation: 'They may follow shortly after the creation.',
    blocks: ['QTE-22', 'QTE-23', 'QTE-24'],
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => ({ ...response, body: without(response.body as Json, 'paymentInstructions') }),
        ['createQuote', 'createAgentQuote'],
      ),
  },
  {
    id: 'uma-destination-of-another-shape',
    alone: true,
    title: 'uses its own shape for a UMA address as destination, and rejects others',
    point: 'shape of the UMA destination',
    interpretation: 'The contract does not specify it.',
    blocks: [
      'APR-66',
      'QTE-100',
      'QTE-103',
      'QTE-25',
      'QTE-26',
      'QTE-27',
      'QTE-28',
      'QTE-29',
      'QTE-50',
      'QTE-52',
      'QTE-54',
      'QTE-75',
      'QTE-76',
      'QTE-78',
    ],
    replace: (rules) => ({
      destinationErrors: (body) =>
        isObject(body.destination) && body.destination.destinationType === 'UMA_ADDRESS'
          ? [{ field: 'destination.address', constraint: {}, message: 'destination.address is required' }]
          : rules.destinationErrors(body),
    }),
  },
  {
    id: 'quotes-and-lookups-known-a-second-later',
    alone: true,
    title: 'finds a quote and a lookup one second after creation',
    point: 'eventual consistency of quotes and lookups',
    interpretation: 'A new resource may take up to two seconds to be readable and writable everywhere.',
    replace: (rules) => {
      const created = new Map<string, number>()
      const isKnown = (id: string) => Date.now() - (created.get(id) ?? 0) > KNOWN_AFTER_MS
      return {
        ...successesChanged(rules, (response) => {
          for (const [id] of JSON.stringify(response.body ?? '').matchAll(QUOTE_OR_LOOKUP))
            if (!created.has(id)) created.set(id, Date.now())
          return response
        }),
        knowsResourcesOf: (url) =>
          rules.knowsResourcesOf(url) && [...url.matchAll(QUOTE_OR_LOOKUP)].every(([id]) => isKnown(id)),
        lookupNamed: (lookups, lookupId, receiver) =>
          isKnown(lookupId) ? rules.lookupNamed(lookups, lookupId, receiver) : undefined,
      }
    },
  },
  {
    id: 'maximum-without-fees',
    title: 'compares the amount without fees with the maximum of a corridor',
    point: 'amount that is compared with the maximum of a corridor',
    interpretation: 'The contract does not specify which amount.',
    warns: ['QTE-46'],
    replace: (rules) => ({
      exceedsMaximum: (price, maximum) =>
        rules.exceedsMaximum({ ...price, sending: price.sending - price.fees }, maximum),
    }),
  },
  {
    id: 'no-address-is-not-found',
    title: 'returns 404 for the lookup of an invalid UMA address',
    point: 'lookup of an invalid UMA address',
    interpretation: 'The address has no receiver.',
    unmet: ['INVALID_UMA_ADDRESS'],
    replace: {
      invalidUmaAddress: { status: 404, code: 'UMA_NOT_FOUND', reason: 'There is no such receiver.' },
    },
  },
  {
    id: 'lookup-of-unknown-receiver-general-code',
    title: 'returns NOT_FOUND for an unknown UMA address and an unknown lookup',
    point: 'code for a UMA address that does not exist',
    interpretation: 'Any code that fits.',
    unmet: ['LOOKUP_REQUEST_NOT_FOUND', 'UMA_NOT_FOUND'],
    replace: (rules) => ({
      umaNotFound: { ...rules.umaNotFound, code: 'NOT_FOUND' },
      lookupNotFound: { ...rules.lookupNotFound, code: 'NOT_FOUND' },
    }),
  },
  {
    id: 'unknown-lookup-is-a-bad-request',
    title: 'returns 400 for an unknown lookupId',
    point: 'status for an unknown lookup',
    interpretation: '400 and 404 are both allowed.',
    unmet: ['LOOKUP_REQUEST_NOT_FOUND'],
    replace: {
      lookupNotFound: { status: 400, code: 'INVALID_INPUT', reason: 'There is no such lookup.' },
    },
  },
  {
    id: 'instructions-for-two-ways',
    title: 'returns a second payment instruction with another account type',
    point: 'number and types of payment instructions',
    interpretation: 'The contract allows any number and any account type.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => {
          const quote = response.body as Json
          const { paymentInstructions: ways } = quote
          const other = { accountOrWalletInfo: { accountType: 'PLASMA_WALLET', address: '0x0' } }
          // A quote that awaits authorization has none, perhaps as an empty list.
          return Array.isArray(ways) && ways.length > 0
            ? { ...response, body: { ...quote, paymentInstructions: [other, ...(ways as readonly Json[])] } }
            : response
        },
        ['createQuote', 'getQuote'],
      ),
  },
  {
    id: 'no-transfers-by-the-platform',
    title: "omits the platform's quotes, lookups, rates and discoveries",
    point: 'operations that the contract does not show',
    interpretation: 'Operations that no flow needs may be missing.',
    notOffered: [
      'createQuote',
      'getQuote',
      'executeQuote',
      'lookUpUmaReceiver',
      'lookUpExternalAccount',
      'cancelTransaction',
      'listExchangeRates',
      'discover',
    ],
    replace: {},
  },
]
