import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerContext } from './call.ts'
import type { WebhookEndpoint, WebhookEvent } from './resources/webhooks.ts'

const LONGEST_DELIVERY_MS = 15_000
const PAUSE_MS = 200

/** Delivers the event to the endpoint, with a few retries. Never throws: the result shows whether it was delivered. */
export async function deliverWebhook(
  { rules, store }: ServerContext,
  { id, url }: WebhookEndpoint,
  event: WebhookEvent,
  retries = rules.webhookRetries,
): Promise<boolean> {
  const body = rules.webhookBody(event)
  const signature = rules.webhookSignature(body, store.webhookKey().privateKey)
  const headers = {
    'content-type': 'application/json',
    ...(signature !== undefined && { [rules.webhookSignatureHeader]: signature }),
  }
  for (let tries = 0; tries <= retries && store.webhookEndpoints.has(id); tries++) {
    if (tries > 0) await sleep(PAUSE_MS * tries, undefined, { ref: false })
    if (await isTaken(url, { method: rules.webhookMethod, body, headers })) return true
  }
  return false
}

async function isTaken(url: string, request: RequestInit): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(LONGEST_DELIVERY_MS)
    const response = await fetch(url, { ...request, signal, redirect: 'manual' })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
