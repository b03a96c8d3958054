import { isObject } from '../is-object.ts'
import { successesChanged, type Json } from './rewritten.ts'
import type { Variation } from './variation.ts'

/** Contract: What the service does, Cross-Currency Transfers; Endpoints 3; Other endpoints that are referenced. */
export const crossCurrencyTransfersVariations: readonly Variation[] = [
  {
    id: 'execution-answers-the-transaction',
    title: 'accepts the execution of a quote with 202 and its transaction',
    point: 'answer of the execution of a quote',
    reading: 'It is not shown.',
    replace: (rules) =>
      successesChanged(
        rules,
        (answer) => {
          const { transactionId } = answer.body as Json
          return { ...answer, status: 202, body: { id: transactionId, status: 'CREATED' } }
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
      successesChanged(rules, (answer) => ({ ...answer, status: 204, body: undefined }), ['executeQuote']),
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
    warns: ['QTE-39'],
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
        (answer) => {
          const { requiredPayerDataFields: fields, ...lookup } = answer.body as Json
          return {
            ...answer,
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
    id: 'maximum-without-fees',
    title: 'compares what is left without the fees with the maximum of a corridor',
    point: 'amount that is compared with the maximum of a corridor',
    reading: 'Which amount, is not shown.',
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
    title: 'has NOT_FOUND for a UMA address of nobody and an unknown lookup',
    point: 'code for a UMA address of nobody',
    reading: 'Any that fits.',
    unmet: ['LOOKUP_REQUEST_NOT_FOUND', 'UMA_NOT_FOUND'],
    replace: (rules) => ({
      umaNotFound: () => ({ ...rules.umaNotFound(), code: 'NOT_FOUND' }),
      lookupNotFound: () => ({ ...rules.lookupNotFound(), code: 'NOT_FOUND' }),
    }),
  },
  {
    id: 'unknown-lookup-is-a-bad-request',
    title: 'answers 400 to a lookupId of nobody',
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
        (answer) => {
          const quote = answer.body as Json
          const { paymentInstructions: ways } = quote
          const other = { accountOrWalletInfo: { accountType: 'PLASMA_WALLET', address: '0x0' } }
          return Array.isArray(ways)
            ? { ...answer, body: { ...quote, paymentInstructions: [other, ...(ways as readonly Json[])] } }
            : answer
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
