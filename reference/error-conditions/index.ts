import type { ErrorConditions } from './error-condition.ts'
import { platformConfigurationErrorConditions } from './platform-configuration.ts'
import { customersErrorConditions } from './customers.ts'
import { strongCustomerAuthenticationErrorConditions } from './strong-customer-authentication.ts'
import { verificationsErrorConditions } from './verifications.ts'
import { documentsErrorConditions } from './documents.ts'
import { externalAccountsErrorConditions } from './external-accounts.ts'
import { crossCurrencyTransfersErrorConditions } from './cross-currency-transfers.ts'
import { transactionsErrorConditions } from './transactions.ts'
import { webhooksErrorConditions } from './webhooks.ts'
import { invitationsErrorConditions } from './invitations.ts'
import { sandboxErrorConditions } from './sandbox.ts'
import { apiTokensErrorConditions } from './api-tokens.ts'
import { exchangeRatesErrorConditions } from './exchange-rates.ts'
import { embeddedWalletAuthErrorConditions } from './embedded-wallet-auth.ts'
import { agentManagementErrorConditions } from './agent-management.ts'
import { cardsErrorConditions } from './cards.ts'
import { stablecoinsErrorConditions } from './stablecoins.ts'

/** The condition of every code of the catalogue that this deployment can return. */
export const errorConditions: ErrorConditions = {
  ...platformConfigurationErrorConditions,
  ...customersErrorConditions,
  ...strongCustomerAuthenticationErrorConditions,
  ...verificationsErrorConditions,
  ...documentsErrorConditions,
  ...externalAccountsErrorConditions,
  ...crossCurrencyTransfersErrorConditions,
  ...transactionsErrorConditions,
  ...webhooksErrorConditions,
  ...invitationsErrorConditions,
  ...sandboxErrorConditions,
  ...apiTokensErrorConditions,
  ...exchangeRatesErrorConditions,
  ...embeddedWalletAuthErrorConditions,
  ...agentManagementErrorConditions,
  ...cardsErrorConditions,
  ...stablecoinsErrorConditions,
}
