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
    'The webhook endpoint did not take the event.',
  ),
  webhookSignatureRefused: refusal(
    401,
    'INVALID_SIGNATURE',
    'The signature header is none over this body by the key of the deliveries.',
  ),
}

/** Contract: Events; what is not shown of a delivery is a default of Assay. */
export const webhooksRules = {
  ...refusals,

  /** The outcome of a LIVENESS challenge is pushed (Events). */
  livenessOutcomeIsAnnounced: (_outcome: 'PASSED' | 'FAILED'): boolean => true,

  /** A wallet signature is answered, and not pushed (Events). */
  verificationIsAnnounced: false,

  /** Nor is one that is rejected. */
  failedVerificationIsAnnounced: false,

  /** The one event kind that is named (Events). */
  statusEventType: (_account: ExternalAccount): string => 'EXTERNAL_ACCOUNT.STATUS_UPDATED',

  /** The payload is not shown: the account as it is read. */
  statusEventData: (account: ExternalAccount): unknown => externalAccountBody(account),

  webhookBody: (event: WebhookEvent): string => JSON.stringify(event),

  webhookMethod: 'POST',

  webhookSignatureHeader: 'X-Webhook-Signature',

  /** The public key that verifies deliveries, in PEM; undefined: deliveries are not signed. */
  webhookPublicKey: (publicKey: KeyObject): string | undefined =>
    publicKey.export({ type: 'spki', format: 'pem' }).toString(),

  /** Base64 of the DER signature over the SHA-256 of the body as it is sent; undefined: none. */
  webhookSignature: (body: string, privateKey: KeyObject): string | undefined =>
    sign('sha256', Buffer.from(body), privateKey).toString('base64'),

  webhookSignatureIsValid: (body: string, signature: string, publicKey: KeyObject): boolean =>
    verify('sha256', Buffer.from(body), publicKey, Buffer.from(signature, 'base64')),

  /** A try that failed is repeated so many times. */
  webhookRetries: 2,

  /** An event may be delivered more than once; its id tells. */
  webhookCopies: 1,

  /** A test event goes to every endpoint. */
  webhookTestIsDelivered: true,
}
