/** The attachments of a test for the reporter; a trace and other reporters show them too. */
import type { Exchange, Judgement } from '../../spec/index.ts'

/** Type of the annotation by which a test names its check. */
export const CHECK = 'check'
const JUDGEMENT = 'judgement'
const EXCHANGE = 'exchange '

/** An exchange, with its whole body if the exchange has only its beginning. */
export type KeptExchange = readonly [exchange: Exchange, body: string | undefined]

interface Attachment {
  readonly name: string
  readonly body: Buffer
  readonly contentType: string
}

const asJson = (name: string, value: unknown): Attachment => ({
  name,
  body: Buffer.from(JSON.stringify(value, null, 2)),
  contentType: 'application/json',
})

export const judgementAttachment = (judgement: Judgement): Attachment => asJson(JUDGEMENT, judgement)

export const exchangeAttachment = ([exchange, body]: KeptExchange): Attachment => {
  const { id, request, response, error } = exchange
  const path = URL.parse(request.url)?.pathname ?? request.url
  return asJson(`${EXCHANGE}${id}: ${request.method} ${path} ${response?.status ?? error?.kind}`, {
    exchange,
    body,
  })
}

type Attached = readonly { readonly name: string; readonly body?: Buffer }[]

export const judgementsIn = (attachments: Attached): readonly Judgement[] =>
  attachments.flatMap(({ name, body }) =>
    name === JUDGEMENT && body ? [JSON.parse(body.toString('utf8')) as Judgement] : [],
  )

export const attachedExchanges = (attachments: Attached): readonly KeptExchange[] =>
  attachments.flatMap(({ name, body }) => {
    if (!name.startsWith(EXCHANGE) || !body) return []
    const kept = JSON.parse(body.toString('utf8')) as { exchange: Exchange; body?: string }
    return [[kept.exchange, kept.body] as const]
  })
