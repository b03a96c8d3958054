import { sign, verify, type KeyObject } from 'node:crypto'
import { refusal } from '../errors.ts'
import { externalAccountBody } from '../representations.ts'
import type { ExternalAccount } from '../resources/payments.ts'
import type { WebhookEvent } from '../resources/webhooks.ts'

/** Why requests are rejected. */
const refusals = {
  webhookEndpointNotSet: refusal(
    400,
    'WEBHOOK_ENDPOINT_NOT_SET',
    'There is no webhook endpoint to deliver to.',
  ),
  webhookDeliveryFailed: refusal(
    400,
    'WEBHOOK_DELIVERY_ERROR',
    'The webhook endpoint did not accept the event.',
  ),
  webhookSignatureRefused: refusal(
    401,
    'INVALID_SIGNATURE',
    'The signature header is not valid for this body and the key of the deliveries.',
  ),
}

/** Contract: Events; fields of a delivery that the contract does not show are defaults of Assay. */
export const webhooksRules = {
  ...refusals,

  /** The outcome of a LIVENESS challenge is delivered as an event (Events). */
  livenessOutcomeIsAnnounced: (_outcome: 'PASSED' | 'FAILED'): boolean => true,

  /** The contract names no event for the start of a challenge (Events). */
  challengeIsAnnounced: false,

  /** The result of a wallet signature is returned, and not delivered as an event (Events). */
  verificationIsAnnounced: false,

  /** A rejected signature is not delivered either. */
  failedVerificationIsAnnounced: false,

  /** The only event type that the contract names (Events). */
  statusEventType: (_account: ExternalAccount): string => 'EXTERNAL_ACCOUNT.STATUS_UPDATED',

  /** The contract does not show the payload: here, the account as read. */
  statusEventData: (account: ExternalAccount): unknown => externalAccountBody(account),

  webhookBody: (event: WebhookEvent): string => JSON.stringify(event),

  webhookMethod: 'POST',

  webhookSignatureHeader: 'X-Webhook-Signature',

  /** The public key that verifies deliveries, in PEM; undefined: deliveries are not signed. */
  webhookPublicKey: (publicKey: KeyObject): string | undefined =>
    publicKey.export({ type: 'spki', format: 'pem' }).toString(),

  /** Base64 of the DER signature over the SHA-256 of the body as sent; undefined: unsigned. */
  webhookSignature: (body: string, privateKey: KeyObject): string | undefined =>
    sign('sha256', Buffer.from(body), privateKey).toString('base64'),

  webhookSignatureIsValid: (body: string, signature: string, publicKey: KeyObject): boolean =>
    verify('sha256', Buffer.from(body), publicKey, Buffer.from(signature, 'base64')),

  /** Number of retries after a failed delivery. */
  webhookRetries: 2,

  /** An event may be delivered more than once; its id is the same. */
  webhookCopies: 1,

  /** A new endpoint is one more; false: it replaces the one that was there. */
  webhookEndpointsAreKept: true,

  /** A test event goes to every endpoint. */
  webhookTestIsDelivered: true,
}
