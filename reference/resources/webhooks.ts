import { generateKeyPairSync, type KeyObject } from 'node:crypto'

/** An endpoint that receives events. */
export interface WebhookEndpoint {
  readonly id: string
  readonly url: string
}

/** An event, sent in as many deliveries as needed. */
export interface WebhookEvent {
  readonly id: string
  readonly type: string
  readonly timestamp: unknown
  readonly data: unknown
}

/** Stored resources of webhooks. */
export interface WebhooksStore {
  readonly webhookEndpoints: Map<string, WebhookEndpoint>
  /** Signs every delivery; created on first use. */
  readonly webhookKey: () => { readonly privateKey: KeyObject; readonly publicKey: KeyObject }
}

export function emptyWebhooks(): WebhooksStore {
  let key: ReturnType<WebhooksStore['webhookKey']> | undefined
  return {
    webhookEndpoints: new Map(),
    webhookKey: () => (key ??= generateKeyPairSync('ec', { namedCurve: 'prime256v1' })),
  }
}
