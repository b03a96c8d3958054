import type { StateValues } from '../../spec/index.ts'
import type { ServerContext } from '../call.ts'
import type { WebhookEndpoint } from '../resources/webhooks.ts'
import { text, Unsupported, type Params } from './params.ts'
import type { SetUps } from './states.ts'

function setUpWebhookEndpoint(server: ServerContext, params: Params): StateValues['webhook-endpoint'] {
  const { rules, store } = server
  const url = text(params, 'url')
  if (!URL.canParse(url)) throw new Unsupported('url is an absolute address.')
  newWebhookEndpoint(server, url)
  const publicKey = rules.webhookPublicKey(store.webhookKey().publicKey)
  return { ...(publicKey !== undefined && { publicKey }) }
}

/** Stops deliveries to the address. */
export function removeWebhookEndpoints({ store }: ServerContext, params: Params): void {
  for (const { id, url } of store.webhookEndpoints.values())
    if (url === params.url) store.webhookEndpoints.delete(id)
}

export function newWebhookEndpoint({ rules, store }: ServerContext, url: string): WebhookEndpoint {
  if (!rules.webhookEndpointsAreKept) store.webhookEndpoints.clear()
  const endpoint = { id: rules.newId('Webhook'), url }
  store.webhookEndpoints.set(endpoint.id, endpoint)
  return endpoint
}

export const webhooksStates = { 'webhook-endpoint': setUpWebhookEndpoint } satisfies Partial<SetUps>
