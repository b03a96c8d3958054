import { actionVariations } from './actions.ts'
import { approvalVariations } from './approvals.ts'
import { platformConfigurationVariations } from './platform-configuration.ts'
import { customersVariations } from './customers.ts'
import { contactVerificationVariations } from './contact-verification.ts'
import { strongCustomerAuthenticationVariations } from './strong-customer-authentication.ts'
import { verificationsVariations } from './verifications.ts'
import { documentsVariations } from './documents.ts'
import { internalAccountsVariations } from './internal-accounts.ts'
import { externalAccountsVariations } from './external-accounts.ts'
import { crossCurrencyTransfersVariations } from './cross-currency-transfers.ts'
import { transactionsVariations } from './transactions.ts'
import { webhooksVariations } from './webhooks.ts'
import { invitationsVariations } from './invitations.ts'
import { sandboxVariations } from './sandbox.ts'
import { apiTokensVariations } from './api-tokens.ts'
import { exchangeRatesVariations } from './exchange-rates.ts'
import { discoveriesVariations } from './discoveries.ts'
import { embeddedWalletAuthVariations } from './embedded-wallet-auth.ts'
import { agentManagementVariations } from './agent-management.ts'
import { cardsVariations } from './cards.ts'
import { stablecoinsVariations } from './stablecoins.ts'
import { conventionsVariations } from './conventions.ts'
import { errorVariations } from './errors.ts'
import { fieldVariations } from './fields.ts'
import { offerVariations } from './offers.ts'
import { ownershipVariations } from './ownership.ts'
import { quoteVariations } from './quotes.ts'
import { timingVariations } from './timing.ts'
import { unshownBodyVariations } from './unshown-bodies.ts'
import type { Variant } from './variant.ts'
import { writingVariations } from './writing.ts'

export type { Variant } from './variant.ts'

/** Every variant. When several are combined, later ones change the results of earlier ones. */
export const variants: readonly Variant[] = [
  ...timingVariations,
  ...ownershipVariations,
  ...actionVariations,
  ...quoteVariations,
  ...approvalVariations,
  ...platformConfigurationVariations,
  ...customersVariations,
  ...contactVerificationVariations,
  ...strongCustomerAuthenticationVariations,
  ...verificationsVariations,
  ...documentsVariations,
  ...internalAccountsVariations,
  ...externalAccountsVariations,
  ...crossCurrencyTransfersVariations,
  ...transactionsVariations,
  ...webhooksVariations,
  ...invitationsVariations,
  ...sandboxVariations,
  ...apiTokensVariations,
  ...exchangeRatesVariations,
  ...discoveriesVariations,
  ...embeddedWalletAuthVariations,
  ...agentManagementVariations,
  ...cardsVariations,
  ...stablecoinsVariations,
  ...offerVariations,
  ...errorVariations,
  ...conventionsVariations,
  ...fieldVariations,
  ...writingVariations,
  ...unshownBodyVariations,
]
