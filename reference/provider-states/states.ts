import type { StateName, StateValues } from '../../spec/index.ts'
import type { ServerContext } from '../call.ts'
import { setUpAgent, setUpSiblingAgent } from './agent.ts'
import { setUpAgentActions, setUpRejectedAction } from './agent-actions.ts'
import { accountBalance, drainSource } from './balance.ts'
import { setUpErrorCondition } from './error-condition.ts'
import {
  completeLiveness,
  setUpExternalAccount,
  setUpLivenessChallenge,
  setUpWalletChallenge,
} from './external-account.ts'
import { platformConfigurationStates } from './platform-configuration.ts'
import { customersStates } from './customers.ts'
import { verificationsStates } from './verifications.ts'
import { documentsStates } from './documents.ts'
import { internalAccountsStates } from './internal-accounts.ts'
import { externalAccountsStates } from './external-accounts.ts'
import { crossCurrencyTransfersStates } from './cross-currency-transfers.ts'
import { transactionsStates } from './transactions.ts'
import { removeWebhookEndpoints, webhooksStates } from './webhooks.ts'
import { invitationsStates } from './invitations.ts'
import { sandboxStates } from './sandbox.ts'
import { apiTokensStates } from './api-tokens.ts'
import { exchangeRatesStates } from './exchange-rates.ts'
import { discoveriesStates } from './discoveries.ts'
import { embeddedWalletAuthStates } from './embedded-wallet-auth.ts'
import { agentManagementStates } from './agent-management.ts'
import { cardsStates } from './cards.ts'
import { stablecoinsStates } from './stablecoins.ts'
import type { Params } from './params.ts'

export type SetUps = {
  readonly [Name in StateName]: (server: ServerContext, params: Params) => StateValues[Name]
}

const setUps: SetUps = {
  'wallet-challenge': setUpWalletChallenge,
  'liveness-challenge': setUpLivenessChallenge,
  'liveness-outcome': completeLiveness,
  'external-account': setUpExternalAccount,
  agent: setUpAgent,
  'sibling-agent': setUpSiblingAgent,
  'agent-actions': setUpAgentActions,
  'reject-action': setUpRejectedAction,
  'drain-source': drainSource,
  'account-balance': accountBalance,
  'error-condition': setUpErrorCondition,
  ...platformConfigurationStates,
  ...customersStates,
  ...verificationsStates,
  ...documentsStates,
  ...internalAccountsStates,
  ...externalAccountsStates,
  ...crossCurrencyTransfersStates,
  ...transactionsStates,
  ...webhooksStates,
  ...invitationsStates,
  ...sandboxStates,
  ...apiTokensStates,
  ...exchangeRatesStates,
  ...discoveriesStates,
  ...embeddedWalletAuthStates,
  ...agentManagementStates,
  ...cardsStates,
  ...stablecoinsStates,
}

/** Every provider state served; each set-up creates new resources. */
export const providerStates: ReadonlyMap<string, (server: ServerContext, params: Params) => object> = new Map(
  Object.entries(setUps),
)

/** Tears down the parts of a state that would stay active; the rest is harmless. */
export const tearDowns: ReadonlyMap<string, (server: ServerContext, params: Params) => void> = new Map([
  ['webhook-endpoint', removeWebhookEndpoints],
])
