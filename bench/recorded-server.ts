/**
 * Sends the recorded response for the exchange id in the header `x-exchange`.
 *
 * node bench/recorded-server.ts <exchanges.jsonl>     prints its address
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readWire } from './wire-exchanges.ts'

const exchanges = new Map(readWire(process.argv[2]!).map((exchange) => [exchange.id, exchange]))

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const { status, type, body } = exchanges.get(String(request.headers['x-exchange']))!
    response.writeHead(status, { 'content-type': type }).end(status === 204 ? undefined : body)
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => process.exit(0))
