/** Every rule of the contract as a small named function, so that a fault can replace any one of them. */
import { afterRefusalRules } from './after-refusal.ts'
import { affectedRules } from './affected.ts'
import { actionRules } from './actions.ts'
import { approvalRules } from './approvals.ts'
import { platformConfigurationRules } from './platform-configuration.ts'
import { customersRules } from './customers.ts'
import { contactVerificationRules } from './contact-verification.ts'
import { strongCustomerAuthenticationRules } from './strong-customer-authentication.ts'
import { verificationsRules } from './verifications.ts'
import { documentsRules } from './documents.ts'
import { internalAccountsRules } from './internal-accounts.ts'
import { externalAccountsRules } from './external-accounts.ts'
import { crossCurrencyTransfersRules } from './cross-currency-transfers.ts'
import { transactionsRules } from './transactions.ts'
import { webhooksRules } from './webhooks.ts'
import { invitationsRules } from './invitations.ts'
import { sandboxRules } from './sandbox.ts'
import { apiTokensRules } from './api-tokens.ts'
import { exchangeRatesRules } from './exchange-rates.ts'
import { discoveriesRules } from './discoveries.ts'
import { embeddedWalletAuthRules } from './embedded-wallet-auth.ts'
import { agentManagementRules } from './agent-management.ts'
import { cardsRules } from './cards.ts'
import { stablecoinsRules } from './stablecoins.ts'
import { errorConditionRules } from './error-conditions.ts'
import { httpRules } from './http.ts'
import { ownershipRules } from './ownership.ts'
import { quoteRules } from './quotes.ts'
import { shownRules } from './shown.ts'
import { stepRules } from './steps.ts'

export const conforming = {
  ...httpRules,
  ...stepRules,
  ...affectedRules,
  ...afterRefusalRules,
  ...shownRules,
  ...errorConditionRules,
  ...ownershipRules,
  ...actionRules,
  ...quoteRules,
  ...approvalRules,
  ...platformConfigurationRules,
  ...customersRules,
  ...contactVerificationRules,
  ...strongCustomerAuthenticationRules,
  ...verificationsRules,
  ...documentsRules,
  ...internalAccountsRules,
  ...externalAccountsRules,
  ...crossCurrencyTransfersRules,
  ...transactionsRules,
  ...webhooksRules,
  ...invitationsRules,
  ...sandboxRules,
  ...apiTokensRules,
  ...exchangeRatesRules,
  ...discoveriesRules,
  ...embeddedWalletAuthRules,
  ...agentManagementRules,
  ...cardsRules,
  ...stablecoinsRules,
}

export type Rules = typeof conforming
