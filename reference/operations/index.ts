/** Every operation, by the name of its binding. */
import { getAgentAction, listAgentActions } from './actions.ts'
import { approveTransaction, executeAgentQuote, getTransaction, rejectTransaction } from './approvals.ts'
import { getPlatformExternalAccount, verifyPlatformExternalAccountOwnership } from './ownership.ts'
import { platformConfigurationOperations } from './platform-configuration.ts'
import { customersOperations } from './customers.ts'
import { contactVerificationOperations } from './contact-verification.ts'
import { strongCustomerAuthenticationOperations } from './strong-customer-authentication.ts'
import { verificationsOperations } from './verifications.ts'
import { documentsOperations } from './documents.ts'
import { internalAccountsOperations } from './internal-accounts.ts'
import { externalAccountsOperations } from './external-accounts.ts'
import { crossCurrencyTransfersOperations } from './cross-currency-transfers.ts'
import { transactionsOperations } from './transactions.ts'
import { webhooksOperations } from './webhooks.ts'
import { invitationsOperations } from './invitations.ts'
import { sandboxOperations } from './sandbox.ts'
import { apiTokensOperations } from './api-tokens.ts'
import { exchangeRatesOperations } from './exchange-rates.ts'
import { discoveriesOperations } from './discoveries.ts'
import { embeddedWalletAuthOperations } from './embedded-wallet-auth.ts'
import { agentManagementOperations } from './agent-management.ts'
import { cardsOperations } from './cards.ts'
import { stablecoinsOperations } from './stablecoins.ts'
import { createAgentQuote, getAgentQuote } from './quotes.ts'

export const platformOperations = {
  verifyPlatformExternalAccountOwnership,
  getPlatformExternalAccount,
  approveTransaction,
  rejectTransaction,
  getTransaction,
  ...platformConfigurationOperations.platform,
  ...customersOperations.platform,
  ...contactVerificationOperations.platform,
  ...strongCustomerAuthenticationOperations.platform,
  ...verificationsOperations.platform,
  ...documentsOperations.platform,
  ...internalAccountsOperations.platform,
  ...externalAccountsOperations.platform,
  ...crossCurrencyTransfersOperations.platform,
  ...transactionsOperations.platform,
  ...webhooksOperations.platform,
  ...invitationsOperations.platform,
  ...sandboxOperations.platform,
  ...apiTokensOperations.platform,
  ...exchangeRatesOperations.platform,
  ...discoveriesOperations.platform,
  ...embeddedWalletAuthOperations.platform,
  ...agentManagementOperations.platform,
  ...cardsOperations.platform,
  ...stablecoinsOperations.platform,
}

export const agentOperations = {
  listAgentActions,
  getAgentAction,
  createAgentQuote,
  getAgentQuote,
  executeAgentQuote,
  ...platformConfigurationOperations.agent,
  ...customersOperations.agent,
  ...contactVerificationOperations.agent,
  ...strongCustomerAuthenticationOperations.agent,
  ...verificationsOperations.agent,
  ...documentsOperations.agent,
  ...internalAccountsOperations.agent,
  ...externalAccountsOperations.agent,
  ...crossCurrencyTransfersOperations.agent,
  ...transactionsOperations.agent,
  ...webhooksOperations.agent,
  ...invitationsOperations.agent,
  ...sandboxOperations.agent,
  ...apiTokensOperations.agent,
  ...exchangeRatesOperations.agent,
  ...discoveriesOperations.agent,
  ...embeddedWalletAuthOperations.agent,
  ...agentManagementOperations.agent,
  ...cardsOperations.agent,
  ...stablecoinsOperations.agent,
}

/** Called without credentials. */
export const openOperations = {
  ...platformConfigurationOperations.open,
  ...customersOperations.open,
  ...contactVerificationOperations.open,
  ...strongCustomerAuthenticationOperations.open,
  ...verificationsOperations.open,
  ...documentsOperations.open,
  ...internalAccountsOperations.open,
  ...externalAccountsOperations.open,
  ...crossCurrencyTransfersOperations.open,
  ...transactionsOperations.open,
  ...webhooksOperations.open,
  ...invitationsOperations.open,
  ...sandboxOperations.open,
  ...apiTokensOperations.open,
  ...exchangeRatesOperations.open,
  ...discoveriesOperations.open,
  ...embeddedWalletAuthOperations.open,
  ...agentManagementOperations.open,
  ...cardsOperations.open,
  ...stablecoinsOperations.open,
}
