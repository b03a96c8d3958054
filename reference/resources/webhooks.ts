/** What the deployment holds for webhooks. */
export interface WebhooksStore {}

export const emptyWebhooks = (): WebhooksStore => ({})
