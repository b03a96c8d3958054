/**
 * Serves the reference server with a delay for every response. Prints the environment variables of its deployment file
 * as JSON.
 *
 * node bench/delayed-server.ts <ms>
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { startReferenceServer } from '../reference/start-process.ts'

const delayMs = Number(process.argv[2])
const { variables } = await startReferenceServer()
const origin = new URL(variables.ASSAY_REFERENCE_URL!).origin
const agent = new Agent({ connections: 256, pipelining: 1 })

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => void answer())

  async function answer(): Promise<void> {
    if (delayMs > 0) await sleep(delayMs)
    const {
      'transfer-encoding': _encoding,
      connection: _connection,
      host: _host,
      ...headers
    } = request.headers
    const { method = 'GET', url: path = '/' } = request
    const body = chunks.length === 0 ? null : Buffer.concat(chunks)
    const answered = await agent.request({ origin, path, method, headers, body })
    response.writeHead(answered.statusCode, answered.headers)
    response.end(Buffer.from(await answered.body.arrayBuffer()))
  }
})
server.listen(0, '127.0.0.1', () => {
  const there = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const moved = Object.entries(variables).map(([name, value]) => [name, value.replace(origin, there)])
  console.log(JSON.stringify(Object.fromEntries(moved)))
})
process.once('SIGTERM', () => process.exit(0))
