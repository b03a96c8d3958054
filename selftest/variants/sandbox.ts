import { successesChanged } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Contract: What the service does, row Sandbox; none of its operations is shown. */
export const sandboxVariations: readonly Variant[] = [
  {
    id: 'sandbox-funds-later',
    title: 'accepts test money with 202, and credits it a second later',
    point: 'when test money arrives',
    reading: 'It may take as long as the deployment file allows.',
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
    id: 'sandbox-unknown-quote-is-invalid',
    title: 'refuses to pay a quote that it does not know with 400',
    point: 'refusal of a quote in the sandbox',
    reading: 'Which error is not shown.',
    replace: (rules) => ({
      quoteToFundNotFound: () => ({ ...rules.quoteToFundNotFound(), status: 400, code: 'INVALID_INPUT' }),
      accountToFundNotFound: () => ({ ...rules.accountToFundNotFound(), code: 'NOT_FOUND' }),
    }),
  },
]
