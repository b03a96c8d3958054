import type { PlatformOperation, ServerContext } from '../call.ts'
import { deliverWebhook } from '../deliver-webhook.ts'
import { Refused } from '../errors.ts'
import type { WebhookEndpoint } from '../resources/webhooks.ts'

/**
 * Sends a test event to every endpoint, or to the named one. The request may contain a delivery that the platform
 * received, with its body and its signature header, to verify it.
 */
const testWebhook: PlatformOperation = async (server, call) => {
  const { rules, store, now } = server
  const signature = call.header(rules.webhookSignatureHeader)
  if (signature !== undefined) {
    if (!rules.webhookSignatureIsValid(call.text, signature, store.webhookKey().publicKey))
      throw new Refused(rules.webhookSignatureRefused)
    return { status: 200, body: { valid: true } }
  }
  const endpoints = endpointsOf(server, call.optionalBody().webhookEndpointId)
  if (endpoints.length === 0) throw new Refused(rules.webhookEndpointNotSet)
  if (!rules.webhookTestIsDelivered) return { status: 200, body: {} }
  const event = {
    id: rules.newId('Webhook'),
    type: 'TEST',
    timestamp: rules.serialiseTimestamp(now()),
    data: {},
  }
  const taken = await Promise.all(endpoints.map((endpoint) => deliverWebhook(server, endpoint, event, 0)))
  if (!taken.includes(true)) throw new Refused(rules.webhookDeliveryFailed)
  return { status: 200, body: event }
}

function endpointsOf({ store }: ServerContext, id: unknown): readonly WebhookEndpoint[] {
  if (typeof id !== 'string') return [...store.webhookEndpoints.values()]
  const endpoint = store.webhookEndpoints.get(id)
  return endpoint ? [endpoint] : []
}

/** Operations of webhooks, by the names of their bindings and the credentials they take. */
export const webhooksOperations = { platform: { testWebhook }, agent: {}, open: {} }
