/**
 * Redacts the exchanges of a recording and stores them as evidence again; prints the time per exchange, ms. Uses as
 * many secrets as a run of the reference server has.
 *
 * node bench/evidence-cost.ts <exchanges.jsonl> <folder>
 */
import { readFileSync } from 'node:fs'
import { MAX_EVIDENCE_CHARACTERS } from '../fixtures/http/exchange-client.ts'
import { evidenceIn } from '../fixtures/recording/evidence.ts'
import { createRedaction } from '../fixtures/redaction/redaction.ts'
import { excerpt } from '../fixtures/redaction/excerpt.ts'
import { seededRandom } from '../fixtures/random.ts'
import type { Exchange } from '../spec/index.ts'

const SECRETS = 1_000

const [, , file = '', folder = ''] = process.argv
const exchanges = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Exchange)
const redaction = createRedaction()
const random = seededRandom('bench')
for (let secret = 0; secret < SECRETS; secret++) redaction.learn('accessToken', random.uuid())
const evidence = evidenceIn(folder)

const begun = performance.now()
for (const { request, response, ...exchange } of exchanges) {
  const sent = { ...request, headers: redaction.redactHeaders(request.headers) }
  if (response === undefined) evidence.keep({ ...exchange, request: sent })
  else {
    const { text } = excerpt(response.body, MAX_EVIDENCE_CHARACTERS, redaction)
    const headers = redaction.redactHeaders(response.headers)
    evidence.keep({ ...exchange, request: sent, response: { ...response, headers, body: text } })
  }
}
console.log((performance.now() - begun) / exchanges.length)
