import type { ServerContext } from './call.ts'
import { deliverWebhook } from './deliver-webhook.ts'
import type { ExternalAccount } from './resources/payments.ts'

/** Sends the new status of the account to every webhook endpoint (contract: Events). */
export function announceStatus(server: ServerContext, account: ExternalAccount): void {
  const { rules, store, now } = server
  const event = {
    id: rules.newId('Webhook'),
    type: rules.statusEventType(account),
    timestamp: rules.serialiseTimestamp(now()),
    data: rules.statusEventData(account),
  }
  for (const endpoint of store.webhookEndpoints.values()) {
    for (let copies = rules.webhookCopies; copies > 0; copies--) void deliverWebhook(server, endpoint, event)
  }
}
