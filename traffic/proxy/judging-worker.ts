/** Judges the proxy's exchanges in a separate thread, so that forwarding never waits. */
import { parentPort, workerData } from 'node:worker_threads'
import { evidenceIn } from '../../fixtures/recording/evidence.ts'
import { createRedaction, learnSecretsOf } from '../../fixtures/redaction/redaction.ts'
import type { NamedSecret } from '../../fixtures/redaction/secret-vault.ts'
import { decompressed } from '../decoded-body.ts'
import { NOT_OF_A_CHECK, type RecordedBody, type RecordedExchange } from '../recorded-exchange.ts'
import { createTrafficJudge } from '../traffic-judge.ts'
import type { PassedExchange } from './forward.ts'
import type { FromJudge, JudgingOptions, ToJudge } from './judging-messages.ts'

const NAME = 'proxy'

const { deployment, out } = workerData as JudgingOptions
const secrets: NamedSecret[] = []
const redaction = createRedaction((name, secret) => secrets.push([name, secret]))
learnSecretsOf(deployment, redaction)
const judge = createTrafficJudge({ deployment, anyHost: true, redaction, evidence: evidenceIn(out) })
let number = 0

parentPort!.on('message', (message: ToJudge) => {
  if ('finish' in message) {
    tell({ traffic: judge.finish(), secrets, isFull: redaction.isFull() })
    parentPort!.close()
    return
  }
  for (const passed of message.exchanges) {
    const exchange = recorded(passed, ++number)
    judge.learn(exchange)
    judge.take(exchange)
  }
  tell({ taken: message.exchanges.length })
})

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, and no window
const tell = (message: FromJudge) => parentPort!.postMessage(message)

function recorded({ response, ...request }: PassedExchange, number: number): RecordedExchange {
  return {
    ...request,
    id: `${NAME}.${NOT_OF_A_CHECK}.${number}`,
    recording: NAME,
    check: NAME,
    response: response && {
      status: response.status,
      headers: response.headers,
      body: decoded(response.body, response.headers['content-encoding']),
      bytes: response.bytes,
      isExact: true,
    },
    secrets: [],
  }
}

function decoded(body: RecordedBody, encoding: string | undefined): RecordedBody {
  if (!(body instanceof Uint8Array)) return body
  const whole = decompressed(body, encoding)
  return whole === undefined ? 'unseen' : whole.length === 0 ? 'none' : whole
}
