/**
 * Judges the responses of a recording by all that holds for every response, over and over, and prints how many that
 * are in a second.
 *
 *   node bench/judged-per-second.ts <exchanges.jsonl>
 */
import { readFileSync } from 'node:fs'
import { findingsOf } from '../spec/response-rules/index.ts'
import type { Exchange, OperationName } from '../spec/index.ts'

const responses = readFileSync(process.argv[2]!, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Exchange)
  .flatMap(({ kind, operation, response }) =>
    kind === 'contract' && response && !response.truncated && response.body.startsWith('{')
      ? [{ operation: operation as OperationName, response, json: JSON.parse(response.body) as unknown }]
      : [],
  )
let judged = 0
const end = performance.now() + 3_000
while (performance.now() < end) {
  for (const { operation, response, json } of responses) {
    const contentType = response.headers['content-type']
    findingsOf(operation, { status: response.status, contentType, body: { json } })
    judged++
  }
}
console.log(Math.round(judged / 3))
