/** Counts of judged and skipped traffic, with reasons. */
import type { OperationName } from '../spec/index.ts'
import type { RecordedExchange } from './recorded-exchange.ts'

export interface TrafficCounts {
  readonly exchanges: number
  /** Exchanges of the contract with a response that was judged. */
  readonly judged: number
  /** Responses with an incomplete body in the recording. */
  readonly unseenBodies: number
  /** Exchanges of each operation that were judged. */
  readonly operations: Readonly<Record<string, number>>
  /** Exchanges of the contract that were not judged, by reason. */
  readonly notJudged: readonly { readonly reason: string; readonly count: number }[]
  /** Exchanges that are not of this contract, most first; addresses without their query. */
  readonly outside: readonly { readonly address: string; readonly count: number }[]
  readonly outsideCount: number
  /** Responses that were not compared with others, since there are too many. */
  readonly notCompared: number
  /** ISO 8601, by the clocks of the recorders; undefined: there are no exchanges. */
  readonly from: string | undefined
  readonly to: string | undefined
}

const MAX_ADDRESSES = 500
const MAX_ADDRESS_LENGTH = 200
/** Parts of an address that differ from one exchange to the next. */
const IDENTIFIER = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
/** A part of a path that may be a secret, as in the link of a mail: long, with digits. */
const RANDOM_SEGMENT = /(?<=\/)(?=[^/]*\d)[^/]{16,}/g

/** @param redact removes secrets from addresses, including those learned later */
export function createCounts(redact: (text: string) => string) {
  const operations = new Map<string, number>()
  const reasons = new Map<string, number>()
  const addresses = new Map<string, number>()
  let [exchanges, judged, unseenBodies, outsideCount] = [0, 0, 0, 0]
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const increment = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)

  return {
    taken({ sentAt, durationMs = 0 }: RecordedExchange) {
      exchanges++
      first = Math.min(first, sentAt)
      last = Math.max(last, sentAt + durationMs)
    },
    outside(method: string, url: string) {
      outsideCount++
      const address = redact(`${method} ${addressOf(url)}`).slice(0, MAX_ADDRESS_LENGTH)
      if (addresses.size < MAX_ADDRESSES || addresses.has(address)) increment(addresses, address)
    },
    notJudged: (reason: string) => increment(reasons, reason),
    judged(operation: OperationName | undefined, isJudged: boolean, isUnseen: boolean) {
      if (isJudged) judged++
      if (isUnseen) unseenBodies++
      if (operation !== undefined) increment(operations, operation)
    },
    all: (notCompared: number): TrafficCounts => ({
      exchanges,
      judged,
      unseenBodies,
      operations: Object.fromEntries([...operations].sort(([one], [other]) => (one < other ? -1 : 1))),
      notJudged: mostFirst(reasons).map(([reason, count]) => ({ reason, count })),
      outside: mostFirst(addresses).map(([address, count]) => ({ address: redact(address), count })),
      outsideCount,
      notCompared,
      from: exchanges === 0 ? undefined : new Date(first).toISOString(),
      to: exchanges === 0 ? undefined : new Date(last).toISOString(),
    }),
  }
}

const mostFirst = (map: ReadonlyMap<string, number>) => [...map].sort(([, one], [, other]) => other - one)

function addressOf(url: string): string {
  if (!URL.canParse(url)) return 'an invalid URL'
  const { protocol, host, pathname } = new URL(url)
  return host === ''
    ? protocol
    : `${protocol}//${host}${pathname.replaceAll(IDENTIFIER, '…').replaceAll(RANDOM_SEGMENT, '…')}`
}
