/**
 * Sends the requests of a recording again at full speed without judging: the cost of the network alone.
 *
 * node bench/wire-floor.ts <exchanges.jsonl>
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Agent } from 'undici'
import { readWire } from './wire-exchanges.ts'

/** The same number as for a run of the reference server. */
const CONCURRENCY = 16

const [, , file = ''] = process.argv
const server = spawn(
  process.execPath,
  [fileURLToPath(new URL('recorded-server.ts', import.meta.url)), file],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
const [address] = (await once(server.stdout, 'data')) as [Buffer]
const origin = address.toString('utf8').trim()
const agent = new Agent({ connections: CONCURRENCY, pipelining: 1 })
const waiting = readWire(file).values()

async function sendRest(): Promise<void> {
  for (const { id, method, path, sent } of waiting) {
    const { body } = await agent.request({
      origin,
      path,
      method,
      headers: { 'x-exchange': id, 'content-type': 'application/json' },
      body: sent ?? null,
    })
    await body.text()
  }
}

await Promise.all(Array.from({ length: CONCURRENCY }, sendRest))
await agent.close()
server.kill()
await once(server, 'exit')
