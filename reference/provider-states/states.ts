import type { StateName, StateValues } from '../../spec/index.ts'
import type { Setting } from '../call.ts'
import { setUpAgent, setUpSiblingAgent } from './agent.ts'
import { setUpAgentActions, setUpRejectedAction } from './agent-actions.ts'
import { accountBalance, drainSource } from './balance.ts'
import {
  completeLiveness,
  setUpExternalAccount,
  setUpLivenessChallenge,
  setUpWalletChallenge,
} from './external-account.ts'
import type { Params } from './params.ts'

type SetUps = { readonly [Name in StateName]: (setting: Setting, params: Params) => StateValues[Name] }

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
}

/** Every provider state served; each set-up makes resources of its own. */
export const providerStates: ReadonlyMap<string, (setting: Setting, params: Params) => object> = new Map(
  Object.entries(setUps),
)
