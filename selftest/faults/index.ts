import { credentialsFaults } from './credentials.ts'
import { actionContentFaults } from './action-content.ts'
import { actionFaults } from './actions.ts'
import { approvalFaults } from './approvals.ts'
import { storedActionFaults } from './stored-actions.ts'
import { conventionFaults } from './conventions.ts'
import { platformConfigurationFaults } from './platform-configuration.ts'
import { customersFaults } from './customers.ts'
import { contactVerificationFaults } from './contact-verification.ts'
import { strongCustomerAuthenticationFaults } from './strong-customer-authentication.ts'
import { verificationsFaults } from './verifications.ts'
import { documentsFaults } from './documents.ts'
import { internalAccountsFaults } from './internal-accounts.ts'
import { externalAccountsFaults } from './external-accounts.ts'
import { crossCurrencyTransfersFaults } from './cross-currency-transfers.ts'
import { transactionsFaults } from './transactions.ts'
import { webhooksFaults } from './webhooks.ts'
import { invitationsFaults } from './invitations.ts'
import { sandboxFaults } from './sandbox.ts'
import { apiTokensFaults } from './api-tokens.ts'
import { exchangeRatesFaults } from './exchange-rates.ts'
import { discoveriesFaults } from './discoveries.ts'
import { embeddedWalletAuthFaults } from './embedded-wallet-auth.ts'
import { agentManagementFaults } from './agent-management.ts'
import { cardsFaults } from './cards.ts'
import { stablecoinsFaults } from './stablecoins.ts'
import { errorCatalogueFaults } from './error-catalogue.ts'
import { executedAtCreationFaults } from './executed-at-creation.ts'
import { overdraftFaults } from './overdrafts.ts'
import { rulesOfPlatformOnlyFaults } from './rules-of-platform-only.ts'
import type { Fault } from './fault.ts'
import { ownershipFaults } from './ownership.ts'
import { ownershipMessagesFaults } from './ownership-messages.ts'
import { quoteFaults } from './quotes.ts'
import { singleCaseFaults } from './single-cases.ts'

export type { Fault } from './fault.ts'

/** Every fault, in the order of the contract. */
export const faults: readonly Fault[] = [
  ...ownershipFaults,
  ...ownershipMessagesFaults,
  ...actionFaults,
  ...actionContentFaults,
  ...quoteFaults,
  ...executedAtCreationFaults,
  ...overdraftFaults,
  ...rulesOfPlatformOnlyFaults,
  ...approvalFaults,
  ...storedActionFaults,
  ...platformConfigurationFaults,
  ...customersFaults,
  ...contactVerificationFaults,
  ...strongCustomerAuthenticationFaults,
  ...verificationsFaults,
  ...documentsFaults,
  ...internalAccountsFaults,
  ...externalAccountsFaults,
  ...crossCurrencyTransfersFaults,
  ...transactionsFaults,
  ...webhooksFaults,
  ...invitationsFaults,
  ...sandboxFaults,
  ...apiTokensFaults,
  ...exchangeRatesFaults,
  ...discoveriesFaults,
  ...embeddedWalletAuthFaults,
  ...agentManagementFaults,
  ...cardsFaults,
  ...stablecoinsFaults,
  ...errorCatalogueFaults,
  ...credentialsFaults,
  ...conventionFaults,
  ...singleCaseFaults,
]
