import { isObject } from '../../reference/is-object.ts'
import { successesChanged, type Json, without } from './rewritten.ts'
import type { Variant } from './variant.ts'

const KNOWN_AFTER_MS = 1_000
const QUOTE_OR_LOOKUP = /(?:Quote|Lookup):[0-9a-f-]{36}/g

/** Contract: What the service does, Cross-Currency Transfers; Endpoints 3; Other endpoints that are referenced. */
export const crossCurrencyTransfersVariations: readonly Variant[] = [
  {
    id: 'execution-answers-the-transaction',
    title: 'accepts the execution of a quote with 202 and its transaction',
    point: 'answer of the execution of a quote',
    reading: 'It is not shown.',
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
    id: 'execution-answers-nothing',
    title: 'answers the execution of a quote with 204',
    point: 'answer of the execution of a quote',
    reading: 'It is not shown.',
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, status: 204, body: undefined }), [
        'executeQuote',
      ]),
  },
  {
    id: 'execution-answers-an-empty-object',
    alone: true,
    title: 'returns {} from the execution of a quote by the platform',
    point: 'answer of the execution of a quote',
    reading: 'It is not shown.',
    replace: (rules) => successesChanged(rules, (response) => ({ ...response, body: {} }), ['executeQuote']),
  },
  {
    id: 'platform-executed-again-answers-the-quote',
    title: 'answers the second execution of a quote by the platform with the quote',
    point: 'second execution of a quote by the platform',
    reading: 'It is executed once; the answer may be the same.',
    replace: () => ({ answersPlatformExecutionAgain: () => true }),
  },
  {
    id: 'platform-unfunded-execution-fails',
    title: "accepts the platform's execution without funds, and fails it",
    point: "the platform's execution without funds",
    reading: 'Accepted and failed.',
    unmet: ['INSUFFICIENT_FUNDS'],
    replace: () => ({ executionRefusesUnfunded: () => false }),
  },
  {
    id: 'platform-expired-execution-fails',
    title: "accepts the platform's execution of an expired quote, and fails it",
    point: 'execution of an expired quote by the platform',
    reading: 'Accepted and failed.',
    warns: ['QTE-35'],
    unmet: ['QUOTE_EXPIRED'],
    replace: () => ({ executionRefusesExpired: () => false }),
  },
  {
    id: 'maximum-looked-at-when-executed',
    title: 'quotes for more than the maximum of a corridor, and executes no such quote',
    point: 'when the maximum of a corridor is looked at',
    reading: 'It is that of a transaction, and a quote is none yet.',
    unmet: ['TRANSACTION_SIZE_LIMIT_EXCEEDED'],
    replace: () => ({ limitsQuotes: () => false }),
  },
  {
    id: 'immediate-funding-waits',
    title: 'accepts immediatelyExecute for real-time funding, and waits for the payment',
    point: 'immediatelyExecute with real-time funding',
    reading: 'It is executed as soon as it can be.',
    replace: () => ({ mayExecuteImmediately: () => true }),
  },
  {
    id: 'payer-data-fields-as-names',
    title: 'lists what a receiver asks for by name alone',
    point: 'form of requiredPayerDataFields',
    reading: 'It is not shown.',
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
    title: 'tells the lookup by its id, and what a receiver asks for by key',
    point: 'form of requiredPayerDataFields',
    reading: 'It is not shown, and neither is the name of the identifier in a lookup.',
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
    title: 'lists a field that may be given as well, for every receiver',
    point: 'more fields of sender information',
    reading: 'A receiver may ask for more, and call it not mandatory.',
    replace: (rules) => ({
      statedPayerDataFields: (fields) => [
        ...rules.statedPayerDataFields(fields),
        { name: 'NATIONALITY', mandatory: false },
      ],
    }),
  },
  {
    id: 'payer-data-missing-is-invalid-input',
    title: 'calls a request without sender information that was asked for INVALID_INPUT',
    point: 'code for missing sender information',
    reading: 'Which operation returns which code is not shown.',
    replace: (rules) => ({
      payerDataRefused: (missing) => ({ ...rules.payerDataRefused(missing), code: 'INVALID_INPUT' }),
    }),
  },
  {
    id: 'counterparty-unknown',
    title: 'tells nothing of the counterparty',
    point: 'counterpartyInformation',
    reading: 'If available and required by the configuration.',
    replace: () => ({ counterpartyInformationOf: () => ({}) }),
  },
  {
    id: 'optional-parts-of-a-quote-null',
    alone: true,
    title: 'has null for what it does not know of rates, instructions and the counterparty',
    point: 'optional parts of a quote',
    reading: 'null stands for none.',
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
    title: 'takes a margin of a percent in the rate between a currency and itself',
    point: 'rate within one currency',
    reading: 'A margin may be in the rate.',
    warns: ['SCT-02'],
    replace: (rules) => ({
      exchangeRate: (sending, receiving) =>
        sending.code === receiving.code ? { digits: 101n, scale: 2 } : rules.exchangeRate(sending, receiving),
    }),
  },
  {
    id: 'funding-of-another-shape',
    alone: true,
    title: 'has a shape of its own for real-time funding, and rejects others',
    point: 'shape of the real-time funding source',
    reading: 'It is not shown.',
    blocks: [
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
    title: 'looks a receiver up anew where it does not know the lookupId',
    point: 'a lookupId that is not known',
    reading: 'The lookupId reuses cached data; what is not cached can be looked up.',
    warns: ['QTE-27', 'QTE-29'],
    unmet: ['LOOKUP_REQUEST_NOT_FOUND'],
    replace: () => ({ lookupNamed: (_lookups, id, receiver) => ({ id, receiver }) }),
  },
  {
    id: 'instructions-a-little-later',
    alone: true,
    title: 'shows payment instructions when a quote is read, and not when it is created',
    point: 'when payment instructions are shown',
    reading: 'A little after the creation.',
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
    title: 'has a shape of its own for a UMA address as destination, and rejects others',
    point: 'shape of the UMA destination',
    reading: 'It is not shown.',
    blocks: ['QTE-25', 'QTE-26', 'QTE-27', 'QTE-28', 'QTE-29', 'QTE-50', 'QTE-52', 'QTE-54'],
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
    title: 'knows a quote and a lookup a second after they were created',
    point: 'eventual consistency of quotes and lookups',
    reading: 'A new resource may take up to two seconds to be readable and writable everywhere.',
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
    title: 'compares what is left without the fees with the maximum of a corridor',
    point: 'amount that is compared with the maximum of a corridor',
    reading: 'Which amount, is not shown.',
    warns: ['QTE-46'],
    replace: (rules) => ({
      exceedsMaximum: (price, maximum) =>
        rules.exceedsMaximum({ ...price, sending: price.sending - price.fees }, maximum),
    }),
  },
  {
    id: 'no-address-is-not-found',
    title: 'answers 404 to the lookup of what is no UMA address',
    point: 'lookup of what is no UMA address',
    reading: 'There is nobody there.',
    unmet: ['INVALID_UMA_ADDRESS'],
    replace: () => ({
      invalidUmaAddress: () => ({ status: 404, code: 'UMA_NOT_FOUND', reason: 'There is nobody.' }),
    }),
  },
  {
    id: 'lookup-of-nobody-general-code',
    title: 'has NOT_FOUND for a UMA address that does not exist and an unknown lookup',
    point: 'code for a UMA address that does not exist',
    reading: 'Any that fits.',
    unmet: ['LOOKUP_REQUEST_NOT_FOUND', 'UMA_NOT_FOUND'],
    replace: (rules) => ({
      umaNotFound: () => ({ ...rules.umaNotFound(), code: 'NOT_FOUND' }),
      lookupNotFound: () => ({ ...rules.lookupNotFound(), code: 'NOT_FOUND' }),
    }),
  },
  {
    id: 'unknown-lookup-is-a-bad-request',
    title: 'answers 400 to a lookupId that does not exist',
    point: 'status for an unknown lookup',
    reading: '400 or 404.',
    unmet: ['LOOKUP_REQUEST_NOT_FOUND'],
    replace: () => ({
      lookupNotFound: () => ({ status: 400, code: 'INVALID_INPUT', reason: 'There is no such lookup.' }),
    }),
  },
  {
    id: 'instructions-for-two-ways',
    title: 'offers a second way to pay, into an account of another type',
    point: 'number and types of payment instructions',
    reading: 'Any number, any account type.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => {
          const quote = response.body as Json
          const { paymentInstructions: ways } = quote
          const other = { accountOrWalletInfo: { accountType: 'PLASMA_WALLET', address: '0x0' } }
          return Array.isArray(ways)
            ? { ...response, body: { ...quote, paymentInstructions: [other, ...(ways as readonly Json[])] } }
            : response
        },
        ['createQuote', 'getQuote'],
      ),
  },
  {
    id: 'no-transfers-by-the-platform',
    title: 'offers the platform no quotes, lookups, rates and discoveries',
    point: 'operations that the contract does not show',
    reading: 'Those that no flow needs may be missing.',
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
    replace: () => ({}),
  },
]
