/** Faults in a single case of a rule: the server keeps the rule in all other cases. */
import type { CardState } from '../../reference/resources/cards.ts'
import type { ExternalAccount } from '../../reference/resources/payments.ts'
import type { Rules } from '../../reference/rules/index.ts'
import type { Fault } from './fault.ts'
import { rewritingItems, type Json } from './rewriting.ts'

/** Credits the destinations of some of the agents' payments with another amount. */
const crediting =
  (isWrong: Parameters<Rules['credit']>[2], amount: (receiving: bigint) => bigint) =>
  ({ credit }: Rules): Pick<Rules, 'credit'> => ({
    credit: (account, quote, after) => {
      if (quote.agentId !== undefined && after === isWrong) account.balance += amount(quote.price.receiving)
      else credit(account, quote, after)
    },
  })

/** Requires no authorization of quotes whose request has a field with a value. */
const authorizingNone =
  (
    rule: 'destinationErrors' | 'lockedSideErrors',
    isExempt: (body: Readonly<Record<string, unknown>>) => boolean,
  ) =>
  (rules: Rules): Partial<Rules> => {
    let exempt = false
    return {
      [rule]: (body: Readonly<Record<string, unknown>>) => {
        exempt = isExempt(body)
        return rules[rule](body)
      },
      quoteNeedsAuthorization: (isInScaRegion, source) =>
        !exempt && rules.quoteNeedsAuthorization(isInScaRegion, source),
    }
  }

const ACCOUNTS: readonly Fault[] = [
  {
    id: 'ownership-bip137-only-by-default',
    title: 'rejects bip137 when a request names it, and accepts it as the default',
    breaks: ['OWN-02', 'OWN-03', 'OWN-04'],
    replace: ({ signatureSchemeFieldErrors }) => ({
      signatureSchemeFieldErrors: (body, chain) =>
        signatureSchemeFieldErrors(
          body.signatureScheme === 'bip137' ? { ...body, signatureScheme: 'BIP137' } : body,
          chain,
        ),
    }),
  },
  {
    id: 'ownership-one-challenge-per-customer',
    title: "ends the challenge of a customer's account when another account gets one",
    breaks: ['OWN-74'],
    replace: ({ refusalOfChallenge, challengeToComplete }) => {
      const latest = new Map<string, string>()
      const isLatest = ({ customerId, id }: ExternalAccount) =>
        customerId === null || (latest.get(customerId) ?? id) === id
      return {
        refusalOfChallenge: (account) => {
          if (account.customerId !== null) latest.set(account.customerId, account.id)
          return refusalOfChallenge(account)
        },
        challengeToComplete: (account) => (isLatest(account) ? challengeToComplete(account) : undefined),
      }
    },
  },
  {
    id: 'ownership-of-deleted-accounts',
    title: 'verifies accounts that were deleted',
    breaks: ['OWN-75'],
    replace: (conforming) => {
      const deleted = new Map<string, ExternalAccount>()
      return {
        externalAccountDeleted: (store, account) => {
          deleted.set(account.id, account)
          conforming.externalAccountDeleted(store, account)
        },
        accountToVerify: (accounts, id) => conforming.accountToVerify(accounts, id) ?? deleted.get(id),
      }
    },
  },
  {
    id: 'accounts-listed-as-of-individuals',
    title: 'lists every beneficiary as an INDIVIDUAL',
    breaks: ['EXT-75'],
    replace: rewritingItems('listCustomerExternalAccounts', ({ accountInfo, ...account }) => {
      const info = accountInfo as Json
      const beneficiary = info.beneficiary as Json | undefined
      return {
        ...account,
        accountInfo: {
          ...info,
          ...(beneficiary && { beneficiary: { ...beneficiary, beneficiaryType: 'INDIVIDUAL' } }),
        },
      }
    }),
  },
  {
    id: 'accounts-default-until-the-next-account',
    title: 'removes the default flag of an account when its customer gets another account',
    breaks: ['EXT-20'],
    mayAlsoBreak: ['EXT-71'],
    replace: ({ isEquivalent }) => ({
      isEquivalent: (account, customerId, accountInfo) => {
        if (customerId !== null && account.customerId === customerId) account.defaultUmaDepositAccount = false
        return isEquivalent(account, customerId, accountInfo)
      },
    }),
  },
]

const QUOTES_AND_ACTIONS: readonly Fault[] = [
  {
    id: 'actions-hundred-by-default-if-filtered',
    title: 'returns 100 actions when no limit is given and the list is filtered',
    breaks: ['ACT-02'],
    replace: ({ page }) => ({
      page: (ordered, start, limit, request) => {
        const { status, limit: asked } = request.query
        return page(ordered, start, status !== undefined && asked === undefined ? 100 : limit, request)
      },
    }),
  },
  {
    id: 'quote-reference-of-any-length-if-executed',
    title: 'accepts any length of the payment reference with immediatelyExecute',
    breaks: ['QUO-54'],
    replace: ({ paymentReferenceLengthErrors }) => ({
      paymentReferenceLengthErrors: (body, maximum) =>
        body.immediatelyExecute === true ? [] : paymentReferenceLengthErrors(body, maximum),
    }),
  },
  {
    id: 'quote-without-lookup-if-executed',
    title: 'requires no lookup of a UMA receiver with immediatelyExecute',
    breaks: ['QTE-26'],
    replace: ({ lookupRequirementErrors }) => ({
      lookupRequirementErrors: (body) =>
        body.immediatelyExecute === true ? [] : lookupRequirementErrors(body),
    }),
  },
  {
    id: 'quote-variable-fee-override-in-any-currency',
    title: 'applies a fee override without a fixed part to sources in any currency',
    breaks: ['QUO-66'],
    replace: (conforming) => ({
      feeOverrideAllowed: () => true,
      overrideCurrencyFits: (override, sending) =>
        conforming.feeOverrideAllowed(sending)
          ? conforming.overrideCurrencyFits(override, sending)
          : override.platformFixedFee === undefined,
    }),
  },
  {
    id: 'quote-receiving-decimals-ignored',
    title: 'converts a locked receiving amount as if a currency without decimals had two',
    breaks: ['QTE-57'],
    replace: ({ toSending }) => ({
      toSending: (amount, terms) => toSending(amount, terms) / (terms.receiving.decimals === 0 ? 100n : 1n),
    }),
  },
  {
    id: 'approval-threshold-of-dollars-only',
    title: 'compares the approval threshold only with quotes whose source is in USD',
    breaks: ['APR-71'],
    replace: ({ amountRequiresApproval }) => ({
      amountRequiresApproval: (quote, agent) =>
        quote.sendingCurrency.code === 'USD' && amountRequiresApproval(quote, agent),
    }),
  },
  {
    id: 'approval-not-between-own-accounts',
    title: 'compares the approval threshold only with quotes that leave the internal accounts',
    breaks: ['APR-72'],
    replace: ({ amountRequiresApproval }) => ({
      amountRequiresApproval: (quote, agent) => {
        const { destination } = quote
        const isInternal = 'accountId' in destination && destination.accountId.startsWith('InternalAccount:')
        return !isInternal && amountRequiresApproval(quote, agent)
      },
    }),
  },
  {
    id: 'approval-credits-at-another-rate',
    title: 'credits the destination of an approved quote with less than totalReceivingAmount',
    breaks: ['APR-73'],
    replace: crediting('APPROVAL', (receiving) => (receiving * 99n) / 100n),
  },
  {
    id: 'approval-not-needed-not-credited',
    title: 'debits the source of a quote that an agent executes, but does not credit its destination',
    breaks: ['APR-73'],
    replace: crediting('EXECUTION', () => 0n),
  },
  {
    id: 'sandbox-other-currencies-in-whole-units',
    title: 'treats an amount of test money in another currency than USD as whole units',
    breaks: ['SBX-23'],
    replace: ({ creditTestMoney }) => ({
      creditTestMoney: (account, amount) =>
        creditTestMoney(account, account.currency === 'USD' ? amount : amount * 100),
    }),
  },
]

const AUTHORIZATION: readonly Fault[] = [
  {
    id: 'sca-not-with-receiving-locked',
    title: 'requires no authorization when the receiving side is locked',
    breaks: ['SCA-01'],
    replace: authorizingNone('lockedSideErrors', (body) => body.lockedCurrencySide === 'RECEIVING'),
  },
  {
    id: 'sca-not-for-uma-addresses',
    title: 'requires no authorization of quotes to UMA addresses',
    breaks: ['SCA-01'],
    replace: authorizingNone(
      'destinationErrors',
      ({ destination }) => (destination as Json | undefined)?.destinationType === 'UMA_ADDRESS',
    ),
  },
  {
    id: 'sca-passkey-for-the-named-default',
    title: 'selects a passkey when SMS_OTP is preferred explicitly',
    breaks: ['SCA-21'],
    replace: ({ preferredScaFactor }) => ({
      preferredScaFactor: (body) => (body.scaFactor === 'SMS_OTP' ? 'PASSKEY' : preferredScaFactor(body)),
    }),
  },
]

const CARDS_AND_STABLECOINS: readonly Fault[] = [
  {
    id: 'cards-closed-when-frozen-not-closed-again',
    title: 'returns INVALID_STATE_TRANSITION for the closing of a card that was closed while frozen',
    breaks: ['CRD-10'],
    replace: ({ cardMayMove, cardMoveRefused }) => {
      let earlier: CardState | undefined
      return {
        cardMayMove: (from, to, card) => {
          earlier = card.earlier?.state
          return cardMayMove(from, to, card)
        },
        cardMoveRefused: (from, to) => {
          const isMistaken = from === 'CLOSED' && to === 'CLOSED' && earlier === 'FROZEN'
          return cardMoveRefused(isMistaken ? 'ACTIVE' : from, isMistaken ? 'ACTIVE' : to)
        },
      }
    },
  },
  {
    id: 'cards-unfrozen-not-closed',
    title: 'rejects the closing of a card that was frozen before',
    breaks: ['CRD-07'],
    replace: ({ cardMayMove }) => ({
      cardMayMove: (from, to, card) =>
        !(from === 'ACTIVE' && to === 'CLOSED' && card.earlier?.state === 'FROZEN') &&
        cardMayMove(from, to, card),
    }),
  },
  {
    id: 'cards-frozen-not-mutable',
    title: 'rejects every change of a frozen card as if it were closed',
    breaks: ['CRD-35'],
    replace: { cardIsMutable: ({ state }) => state === 'ACTIVE' },
  },
  {
    id: 'stablecoins-enablement-requested-twice',
    title: 'rejects the third request for enablement while the stablecoin is PENDING_APPROVAL',
    breaks: ['STB-02'],
    replace: ({ before, enablementMayBeRequested }) => {
      const requests = new Map<string, number>()
      let latest = 0
      return {
        before: (step, id = '') => {
          if (step === 'requestEnablement') {
            latest = (requests.get(id) ?? 0) + 1
            requests.set(id, latest)
          }
          return before(step, id)
        },
        enablementMayBeRequested: (from) => latest < 3 && enablementMayBeRequested(from),
      }
    },
  },
]

export const singleCaseFaults: readonly Fault[] = [
  ...ACCOUNTS,
  ...QUOTES_AND_ACTIONS,
  ...AUTHORIZATION,
  ...CARDS_AND_STABLECOINS,
]
