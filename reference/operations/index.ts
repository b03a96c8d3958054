/** Every operation served, by the name of its binding. */
import { getAgentAction, listAgentActions } from './actions.ts'
import { approveTransaction, executeAgentQuote, getTransaction, rejectTransaction } from './approvals.ts'
import { getPlatformExternalAccount, verifyPlatformExternalAccountOwnership } from './ownership.ts'
import {
  createAgent,
  createCustomer,
  createPlatformExternalAccount,
  redeemDeviceCode,
  startOwnershipChallenge,
} from './management.ts'
import { createAgentQuote, getAgentQuote } from './quotes.ts'

export const platformOperations = {
  verifyPlatformExternalAccountOwnership,
  getPlatformExternalAccount,
  approveTransaction,
  rejectTransaction,
  getTransaction,
  createPlatformExternalAccount,
  startOwnershipChallenge,
  createCustomer,
  createAgent,
}

export const agentOperations = {
  listAgentActions,
  getAgentAction,
  createAgentQuote,
  getAgentQuote,
  executeAgentQuote,
}

/** Called without credentials. */
export const openOperations = { redeemDeviceCode }
