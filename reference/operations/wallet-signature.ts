import type { ReferenceResponse } from '../reference-response.ts'
import type { Call, ServerContext } from '../call.ts'
import { Refused } from '../errors.ts'
import type { SignatureRequest } from '../resources/embedded-wallet-auth.ts'
import type { Quote } from '../resources/payments.ts'

/**
 * Rejects a request without a signature by a credential of the wallet over exactly this payload. Each cause has its own
 * code (contract: Authentication, embedded wallet signed actions).
 *
 * @param subject operation and resource
 */
export function requireWalletSignature(
  { rules, store }: ServerContext,
  header: string | undefined,
  accountId: string,
  payload: string,
  subject: string,
): void {
  if (rules.walletSignatureIsMissing(header)) {
    if (rules.acceptsUnsigned(subject)) return
    throw new Refused(rules.walletSignatureMissing)
  }
  const signature = rules.readWalletSignature(header)
  if (!signature) throw new Refused(rules.walletSignatureMalformed)
  const credentials = rules.credentialsThatSign(store.credentials.values(), accountId, subject)
  if (!rules.walletKeyIsRegistered(signature.publicKey, credentials)) {
    throw new Refused(rules.walletSignatureInvalid)
  }
  if (!rules.walletSignatureHolds(signature, payload)) throw new Refused(rules.walletSignatureMismatch)
}

/** Transfers from an embedded wallet need its signature (contract: Endpoints 3, immediatelyExecute). */
export const isSignedByWallet = ({ store }: ServerContext, accountId: string): boolean =>
  store.embeddedWallets.has(accountId)

/** Rejects the execution of an unsigned quote from an embedded wallet. */
export function requireSignedQuote(
  server: ServerContext,
  { id, source, payloadToSign }: Quote,
  { header }: Call,
): void {
  if (payloadToSign === undefined || source.sourceType !== 'ACCOUNT') return
  requireWalletSignature(
    server,
    header('service-wallet-signature'),
    source.accountId,
    payloadToSign,
    `executeQuote ${id}`,
  )
}

export interface SignedAction {
  /** The wallet whose credentials sign. */
  readonly accountId: string
  /** Operation and resource. */
  readonly subject: string
  /** The values that the action depends on, to detect a change between the two steps. */
  readonly basis: string
}

/**
 * A signed action in two steps: the first returns the payload to sign, the second has the signature.
 *
 * @param act performs the action once the signature is valid, with the state of the first step
 */
export function inTwoSteps(
  server: ServerContext,
  { header }: Call,
  action: SignedAction,
  act: (basis: string) => ReferenceResponse,
): ReferenceResponse {
  const { rules, store, now } = server
  if (!rules.isSignedAction(action.subject)) return act(action.basis)
  const [signature, requestId] = [header('service-wallet-signature'), header('request-id')]
  if (rules.isFirstStep(signature, requestId)) {
    if (rules.firstStepActs) act(action.basis)
    return asked(server, askForSignature(server, action))
  }
  if (rules.walletRequestIdIsMissing(requestId)) throw new Refused(rules.walletRequestIdMissing)
  const request = store.signatureRequests.get(requestId)
  if (!request || now() >= request.expiresAt || !rules.signatureIsFor(request, action.subject)) {
    throw new Refused(rules.signatureRequestNotFound)
  }
  requireWalletSignature(server, signature, action.accountId, request.payloadToSign, action.subject)
  store.signatureRequests.delete(requestId)
  return act(request.basis)
}

/** Stores the payload to sign for an action. */
export function askForSignature(
  { rules, store, now }: ServerContext,
  { subject, basis }: SignedAction,
): SignatureRequest {
  const id = rules.newId('Request')
  const expiresAt = now() + rules.signatureRequestLifetimeMs
  const payloadToSign = JSON.stringify({ requestId: id, subject, expiresAt })
  const request = { id, subject, payloadToSign, expiresAt, basis }
  store.signatureRequests.set(id, request)
  return request
}

const asked = (
  { rules }: ServerContext,
  { id, payloadToSign, expiresAt }: SignatureRequest,
): ReferenceResponse => ({
  status: 202,
  body: { payloadToSign, requestId: id, expiresAt: rules.serialiseTimestamp(expiresAt) },
})
