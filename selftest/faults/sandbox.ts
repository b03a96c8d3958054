import { refused } from '../refused.ts'
import { crashesIn } from './deviations.ts'
import { acceptsInvalidCredentials } from './accepted-credentials.ts'
import { losingUpdates } from './lost-update.ts'
import type { InternalAccount } from '../../reference/resources/payments.ts'
import type { Fault } from './fault.ts'

/** Faults of the sandbox (contract: What the service does, row Sandbox). */
export const sandboxFaults: readonly Fault[] = [
  {
    id: 'sandbox-late-payment-executes',
    title: 'executes a quote with real-time funding that is paid after it has expired',
    breaks: ['SBX-22'],
    replace: { paymentIsLate: () => false },
  },
  {
    id: 'sandbox-funds-nothing',
    title: 'accepts test money, but credits none',
    breaks: ['SBX-01', 'SBX-23'],
    replace: { creditTestMoney: () => undefined },
  },
  {
    id: 'sandbox-funds-in-whole-units',
    title: 'treats an amount of test money as whole units of the currency',
    breaks: ['SBX-01', 'SBX-21', 'SBX-23'],
    replace: (conforming) => ({
      creditTestMoney: (account, amount) => conforming.creditTestMoney(account, amount * 100),
    }),
  },
  {
    id: 'sandbox-unknown-account-is-400',
    title: 'rejects an unknown account with 400',
    breaks: ['SBX-02'],
    replace: refused('accountToFundNotFound', 400, 'INVALID_INPUT'),
  },
  {
    id: 'sandbox-funds-any-account',
    title: 'funds another account for an unknown id',
    breaks: ['SBX-02'],
    // It may be the account of another check.
    mayAlsoBreak: ['SBX-04', 'SBX-01', 'SBX-03'],
    replace: (conforming) => ({
      accountToFund: (accounts, id) => conforming.accountToFund(accounts, id) ?? [...accounts.values()][0],
    }),
  },
  {
    id: 'sandbox-rounds',
    title: 'rounds an amount of test money',
    breaks: ['SBX-03'],
    replace: {
      testAmountIsValid: (amount): amount is number => typeof amount === 'number' && amount > 0,
    },
  },
  {
    id: 'sandbox-amount-breaks',
    title: 'returns 500 for a non-integer amount of test money',
    breaks: ['SBX-03'],
    replace: (conforming) => ({
      testAmountIsValid: (amount): amount is number => {
        BigInt(amount as number)
        return conforming.testAmountIsValid(amount)
      },
    }),
  },
  {
    id: 'sandbox-open',
    title: 'gives test money without valid credentials',
    breaks: ['SBX-04'],
    replace: acceptsInvalidCredentials('fundInternalAccount'),
  },
  {
    id: 'sandbox-pays-nothing',
    title: 'returns 500 when a quote is paid with test money',
    breaks: ['SBX-05'],
    mayAlsoBreak: ['SBX-04', 'SBX-20'],
    replace: crashesIn('sendInSandbox'),
  },
  {
    id: 'sandbox-pays-any-quote',
    title: 'pays another quote for an unknown id',
    breaks: ['SBX-06'],
    // The other quote may be that of another check, which reads whether its own was paid.
    mayAlsoBreak: ['SBX-04', 'SBX-20'],
    replace: (conforming) => ({
      quoteToFund: (quotes, quoteId) => conforming.quoteToFund(quotes, quoteId) ?? [...quotes.values()][0],
    }),
  },
  {
    id: 'sandbox-loses-one-of-two',
    title: 'loses one of two concurrent payments of test money',
    breaks: ['SBX-21'],
    replace: () => {
      const change = losingUpdates()
      return { creditTestMoney: (account, amount) => change(account, BigInt(Math.round(amount))) }
    },
  },
  {
    id: 'sandbox-refused-is-booked-later',
    title: 'rejects an invalid amount of test money, and books one unit half a second later',
    breaks: ['SBX-03'],
    replace: (conforming) => {
      let asked: InternalAccount | undefined
      return {
        accountToFund: (accounts, accountId) => (asked = conforming.accountToFund(accounts, accountId)),
        testAmountIsValid: (amount): amount is number => {
          const isValid = conforming.testAmountIsValid(amount)
          const account = asked
          if (!isValid && account) setTimeout(() => (account.balance += 1n), 500).unref()
          return isValid
        },
      }
    },
  },
]
