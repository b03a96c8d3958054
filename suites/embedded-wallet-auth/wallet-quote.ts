import type { StateParams, StateValues } from '../../spec/index.ts'
import {
  Blocked,
  valueAt,
  type CheckedResponse,
  type P256Key,
  type CheckContext,
} from '../../fixtures/index.ts'
import { quoteRequest, type QuoteRequest } from '../agent-operations/quote-request.ts'
import { textNamed } from './text-named.ts'
import { walletKey } from './wallet-key.ts'

/** A customer with an embedded wallet as the source. */
export interface WalletHolder {
  readonly holder: StateValues['agent']
  readonly accountId: string
  readonly key: P256Key
}

export async function arrangeWalletHolder(
  { arrange }: CheckContext,
  params: StateParams['agent'] = {},
): Promise<WalletHolder> {
  const holder = await arrange('agent', params)
  const { accountId, privateKey } = await arrange('embedded-wallet', { agentId: holder.agentId })
  return { holder, accountId, key: walletKey(privateKey) }
}

/** The conforming request for a quote from the wallet. */
export const fromWallet = (
  { holder, accountId }: Pick<WalletHolder, 'holder' | 'accountId'>,
  changes: QuoteRequest = {},
): QuoteRequest =>
  quoteRequest(holder, {
    source: { sourceType: 'ACCOUNT', accountId, customerId: holder.customerId },
    immediatelyExecute: false,
    ...changes,
  })

/** A quote from an embedded wallet that can be executed with a signature. */
export interface WalletQuote extends WalletHolder {
  readonly quoteId: string
  readonly totalSendingAmount: number
  readonly payloadToSign: string
  readonly requestId: string
  /** The quote as read now by its creator. */
  readonly read: () => Promise<CheckedResponse>
}

/**
 * A quote that the platform created.
 *
 * @throws Blocked when there is no such quote, or it has no payload to sign
 */
export async function createWalletQuote(context: CheckContext): Promise<WalletQuote> {
  const wallet = await arrangeWalletHolder(context)
  const { transfers } = context.platform
  const created = await transfers.createQuote(fromWallet(wallet), context.random.uuid())
  const terms = signableQuote(created, context.random)
  return { ...wallet, ...terms, read: () => transfers.quote(terms.quoteId) }
}

/**
 * A quote that the agent created.
 *
 * @throws Blocked when there is no such quote, or it has no payload to sign
 */
export async function createAgentWalletQuote(
  context: CheckContext,
  params: StateParams['agent'] = {},
): Promise<WalletQuote & { readonly expiresAt: string }> {
  const wallet = await arrangeWalletHolder(context, params)
  const agent = context.agent(wallet.holder.accessToken)
  const created = await agent.createQuote(fromWallet(wallet), context.random.uuid())
  const terms = signableQuote(created, context.random)
  const expiresAt = String(valueAt(created.body, 'expiresAt'))
  return { ...wallet, ...terms, expiresAt, read: () => agent.quote(terms.quoteId) }
}

/**
 * A policy may list the accounts of its agent (contract: Authentication, agent bearer token), and Assay creates the wallet
 * after the agent.
 *
 * @throws Blocked where the policy may forbid the quote
 */
export function permittedByPolicy({ status, exchange }: CheckedResponse): void {
  if (status !== 403) return
  throw new Blocked(
    'deployment-file',
    `createAgentQuote returned 403 for the wallet of the agent's customer (exchange ${exchange}): the policy of the agent may forbid it`,
    'If your policies list accounts, change requests.createAgent.policy so that an agent may use all accounts of its customer.',
  )
}

/** @throws Blocked when there is no payload to sign */
export function signableQuote(
  created: CheckedResponse,
  random: CheckContext['random'],
): Pick<WalletQuote, 'quoteId' | 'totalSendingAmount' | 'payloadToSign' | 'requestId'> {
  const [quoteId, totalSendingAmount] = ['id', 'totalSendingAmount'].map((name) =>
    valueAt(created.body, name),
  )
  const payloadToSign = textNamed('payloadToSign', created.body)
  if (
    typeof quoteId !== 'string' ||
    typeof totalSendingAmount !== 'number' ||
    payloadToSign === undefined ||
    created.status > 299
  ) {
    throw new Blocked(
      'implementation',
      `the quote from an embedded wallet that this check needs returned ${created.status}, or without payloadToSign (exchange ${created.exchange})`,
      'See the reason in the requests of this check. EWA-41 judges this step.',
    )
  }
  const requestId = textNamed('requestId', created.body) ?? random.uuid()
  return { quoteId, totalSendingAmount, payloadToSign, requestId }
}
