/**
 * Judges the responses of a recording by the response rules repeatedly, and prints the number per second.
 *
 * node bench/judged-per-second.ts <exchanges.jsonl>
 */
import { readFileSync } from 'node:fs'
import { Bench } from 'tinybench'
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
const bench = new Bench({ time: 3_000, throws: true }).add('all responses', () => {
  for (const { operation, response, json } of responses) {
    const contentType = response.headers['content-type']
    findingsOf(operation, { status: response.status, contentType, body: { json } })
  }
})
bench.runSync()
const [{ result }] = bench.tasks as [(typeof bench.tasks)[number]]
if (result.state !== 'completed') throw new Error(`the measurement ended ${result.state}`)
console.log(Math.round((1_000 / result.latency.mean) * responses.length))
