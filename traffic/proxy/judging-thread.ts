import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PassedExchange } from './forward.ts'
import type { FromJudge, JudgingOptions, ToJudge } from './judging-messages.ts'

type Finished = Extract<FromJudge, { readonly traffic: unknown }>

/** Judges exchanges in parallel with the forwarding. */
export interface JudgingThread {
  /** Passes an exchange on; drops it if the thread is too far behind. */
  take(exchange: PassedExchange): void
  /** Exchanges that were dropped. */
  dropped(): number
  /** Judges the remaining exchanges, and ends the thread. */
  finish(): Promise<Finished>
}

const PROGRAM = new URL(`judging-worker${extname(import.meta.url)}`, import.meta.url)
/** Exchanges that wait to be judged, and bytes of their bodies: beyond, they are dropped. */
const MAX_WAITING = 50_000
const MAX_WAITING_BYTES = 256 * 1024 * 1024
/** Handed over together, so that forwarding is seldom interrupted. */
const BATCH_MS = 50
const MAX_BATCH = 64

export function startJudging({ deployment, out }: JudgingOptions): JudgingThread {
  const workerData: JudgingOptions = { deployment: { ...deployment, stateFunctions: undefined }, out }
  const worker = new Worker(PROGRAM, { workerData })
  let batch: PassedExchange[] = []
  let timer: NodeJS.Timeout | undefined
  let waiting = 0
  let dropped = 0
  const sizes: number[] = []
  let waitingBytes = 0
  const finished = new Promise<Finished>((done, failed) => {
    worker.on('error', failed)
    worker.on('message', (message: FromJudge) => {
      if ('traffic' in message) return done(message)
      waiting -= message.taken
      for (const size of sizes.splice(0, message.taken)) waitingBytes -= size
    })
  })
  finished.catch(() => undefined)

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, and no window
  const send = (message: ToJudge) => worker.postMessage(message)
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (batch.length > 0) send({ exchanges: batch })
    batch = []
  }

  return {
    take(exchange) {
      const size = sizeOf(exchange.requestBody) + sizeOf(exchange.response?.body)
      if (waiting >= MAX_WAITING || waitingBytes + size > MAX_WAITING_BYTES) {
        dropped++
        return
      }
      waiting++
      waitingBytes += size
      sizes.push(size)
      batch.push(exchange)
      if (batch.length >= MAX_BATCH) flush()
      else timer ??= setTimeout(flush, BATCH_MS)
    },
    dropped: () => dropped,
    finish() {
      flush()
      send({ finish: true })
      return finished
    },
  }
}

const sizeOf = (body: Uint8Array | string | undefined) => (body instanceof Uint8Array ? body.length : 0)
