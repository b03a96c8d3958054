import { successesChanged } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Contract: What the service does, row Sandbox; the contract specifies none of its operations. */
export const sandboxVariations: readonly Variant[] = [
  {
    id: 'sandbox-funds-later',
    title: 'returns 202 for test money, and credits it one second later',
    point: 'when test money arrives',
    interpretation: 'It may take as long as the deployment file allows.',
    replace: (rules) => ({
      creditTestMoney: (account, amount) =>
        void setTimeout(() => rules.creditTestMoney(account, amount), 1_000).unref(),
      ...successesChanged(rules, (response) => ({ ...response, status: 202 }), [
        'fundInternalAccount',
        'sendInSandbox',
      ]),
    }),
  },
  {
    id: 'sandbox-fundings-limited',
    title: 'accepts at most 1,000.00 of test money in a request',
    point: 'amount of a funding',
    interpretation: 'The contract does not specify how much the sandbox funds at once.',
    replace: (rules) => ({
      testAmountIsValid: (amount): amount is number => rules.testAmountIsValid(amount) && amount <= 100_000,
    }),
  },
  {
    id: 'sandbox-unknown-quote-is-invalid',
    title: 'returns 400 for the payment of an unknown quote',
    point: 'refusal of a quote in the sandbox',
    interpretation: 'The contract does not specify which error.',
    replace: (rules) => ({
      quoteToFundNotFound: { ...rules.quoteToFundNotFound, status: 400, code: 'INVALID_INPUT' },
      accountToFundNotFound: { ...rules.accountToFundNotFound, code: 'NOT_FOUND' },
    }),
  },
  {
    id: 'sandbox-returns-nothing',
    title: 'returns 204 for test money and test payments',
    point: 'responses of the sandbox',
    interpretation: 'Any 2xx is allowed, with any body or none.',
    replace: (rules) =>
      successesChanged(rules, () => ({ status: 204, body: undefined }), [
        'fundInternalAccount',
        'sendInSandbox',
      ]),
  },
]
