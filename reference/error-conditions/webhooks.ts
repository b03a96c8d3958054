import { newWebhookEndpoint } from '../provider-states/webhooks.ts'
import type { ErrorConditions, ErrorRequest } from './error-condition.ts'

/** Requests a test event. */
const test = (rest: Pick<ErrorRequest, 'headers' | 'body'>): ErrorRequest => ({
  method: 'POST',
  path: '/sandbox/webhooks/test',
  auth: 'PLATFORM',
  ...rest,
})

/** No server listens at this address. */
const SHUT = 'http://127.0.0.1:1/'

export const webhooksErrorConditions = {
  /** The endpoint under test was removed before. */
  WEBHOOK_ENDPOINT_NOT_SET(server) {
    const { id } = newWebhookEndpoint(server, SHUT)
    server.store.webhookEndpoints.delete(id)
    return test({ body: { webhookEndpointId: id } })
  },
  WEBHOOK_DELIVERY_ERROR(server) {
    return test({ body: { webhookEndpointId: newWebhookEndpoint(server, SHUT).id } })
  },
  /** A delivery was changed in transit: its signature is over another body. */
  INVALID_SIGNATURE({ rules, store }) {
    const signed = JSON.stringify({ id: rules.newId('Webhook'), type: 'TEST', data: {} })
    const signature = rules.webhookSignature(signed, store.webhookKey().privateKey) ?? ''
    return test({
      headers: { [rules.webhookSignatureHeader]: signature },
      body: { id: rules.newId('Webhook'), type: 'TEST', data: { changed: true } },
    })
  },
} satisfies ErrorConditions
