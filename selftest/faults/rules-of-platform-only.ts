/** Faults that apply a rule on quotes to the requests of the platform only, or of agents only (contract: Endpoints 3; Limits). */
import type { Rules } from '../../reference/rules/index.ts'
import type { Fault } from './fault.ts'

/** Knows whether the quote in creation is an agent's. */
const knowingAgents =
  (change: (rules: Rules, isByAgent: () => boolean) => Partial<Rules>) =>
  (rules: Rules): Partial<Rules> => {
    let isAgentNext = false
    let isByAgent = false
    return {
      // The platform's requests skip this first step.
      mayCreateQuotes: (agent) => (isAgentNext = rules.mayCreateQuotes(agent)),
      sourceErrors: (body) => {
        isByAgent = isAgentNext
        isAgentNext = false
        return rules.sourceErrors(body)
      },
      ...change(rules, () => isByAgent),
    }
  }

export const rulesOfPlatformOnlyFaults: readonly Fault[] = [
  {
    id: 'agent-lookup-of-another-receiver',
    title: "accepts an agent's quote with the lookup of another receiver",
    breaks: ['QTE-78'],
    replace: knowingAgents(({ lookupNamed }, isByAgent) => ({
      lookupNamed: (lookups, lookupId, receiver) =>
        isByAgent() ? lookups.get(lookupId) : lookupNamed(lookups, lookupId, receiver),
    })),
  },
  {
    id: 'agent-pays-to-unverified-without-limit',
    title: 'lets agents pay any amount to an account whose ownership is not verified',
    breaks: ['QTE-79'],
    replace: knowingAgents(({ needsOwnershipVerification }, isByAgent) => ({
      needsOwnershipVerification: (account, price) =>
        !isByAgent() && needsOwnershipVerification(account, price),
    })),
  },
  {
    id: 'agent-pays-from-the-platform',
    title: "accepts an account of the platform as the source of an agent's quote",
    breaks: ['QUO-69'],
    replace: ({ sourceBelongsToCustomer }) => ({
      sourceBelongsToCustomer: (account, owner, platformAccountIds) =>
        platformAccountIds.has(account.id) || sourceBelongsToCustomer(account, owner, platformAccountIds),
    }),
  },
  {
    id: 'agent-pays-to-internal-accounts-of-others',
    title: "accepts an internal account of another customer as the destination of an agent's quote",
    breaks: ['QUO-104'],
    replace: ({ destinationBelongsToCustomer }) => ({
      destinationBelongsToCustomer: (account, owner, platformAccountIds) =>
        ('balance' in account && !platformAccountIds.has(account.id)) ||
        destinationBelongsToCustomer(account, owner, platformAccountIds),
    }),
  },
  {
    id: 'agent-pays-to-the-platform',
    title: "accepts an account of the platform as the destination of an agent's quote",
    breaks: ['QUO-78'],
    replace: ({ destinationBelongsToCustomer }) => ({
      destinationBelongsToCustomer: (account, owner, platformAccountIds) =>
        platformAccountIds.has(account.id) ||
        destinationBelongsToCustomer(account, owner, platformAccountIds),
    }),
  },
  {
    id: 'agent-gets-no-payment-instructions',
    title: "leaves the payment instructions out of an agent's quotes",
    breaks: ['QTE-80'],
    replace: ({ showsPaymentInstructions }) => ({
      showsPaymentInstructions: (quote) => quote.agentId === undefined && showsPaymentInstructions(quote),
    }),
  },
  {
    id: 'transfer-reference-of-any-length',
    title: "accepts any length of the payment reference in the platform's quote",
    breaks: ['QTE-86'],
    replace: knowingAgents(({ paymentReferenceLengthErrors }, isByAgent) => ({
      paymentReferenceLengthErrors: (body, maximum) =>
        isByAgent() ? paymentReferenceLengthErrors(body, maximum) : [],
    })),
  },
  {
    id: 'transfer-fee-override-in-any-currency',
    title: "applies the fee override to the platform's quotes in any currency",
    breaks: ['QTE-87'],
    replace: knowingAgents(({ feeOverrideAllowed }, isByAgent) => ({
      feeOverrideAllowed: (sending) => !isByAgent() || feeOverrideAllowed(sending),
    })),
  },
  {
    id: 'transfer-any-purpose',
    title: "accepts any text as the purpose of payment in the platform's quote",
    breaks: ['QTE-88'],
    replace: knowingAgents(({ purposeErrors }, isByAgent) => ({
      purposeErrors: (body, known) =>
        isByAgent() || typeof body.purposeOfPayment !== 'string' ? purposeErrors(body, known) : [],
    })),
  },
  {
    id: 'transfer-amount-sign-ignored',
    title: "ignores the sign of an amount in the platform's quote",
    breaks: ['QTE-89'],
    replace: knowingAgents(({ amountSignErrors, lockedAmount }, isByAgent) => ({
      amountSignErrors: (body) => (isByAgent() ? amountSignErrors(body) : []),
      lockedAmount: (body) =>
        isByAgent() ? lockedAmount(body) : BigInt(Math.abs(body.lockedCurrencyAmount as number)),
    })),
  },
  {
    id: 'transfer-lookup-optional-for-platform',
    title: "accepts a UMA destination without lookupId in the platform's quote",
    breaks: ['QTE-100'],
    replace: knowingAgents(({ lookupRequirementErrors }, isByAgent) => ({
      lookupRequirementErrors: (body) => (isByAgent() ? lookupRequirementErrors(body) : []),
    })),
  },
  {
    id: 'transfer-sender-information-optional-for-platform',
    title: "accepts the platform's quote without the sender information that its receiver requires",
    breaks: ['QTE-103'],
    replace: knowingAgents(({ payerDataMissing }, isByAgent) => ({
      payerDataMissing: (...given) => (isByAgent() ? payerDataMissing(...given) : []),
    })),
  },
]
