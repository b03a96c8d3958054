/**
 * The cost of `assay proxy`: sends requests at a fixed rate to a server, directly and through the proxy, which judges
 * them. Prints the latency of both, and the maximum rate of the proxy.
 *
 * node bench/proxy-cost.ts [requests a second] [seconds]
 */
import { fork, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Agent, request } from 'undici'

const root = fileURLToPath(new URL('./..', import.meta.url))
const PATH = '/2025-10-13/agents/me/actions?limit=2'
const TICK_MS = 5
const CONNECTIONS = 64

const page = JSON.stringify({
  data: [1, 2].map((index) => ({
    id: `AgentAction:00000000-0000-4000-8000-00000000000${index}`,
    agentId: 'Agent:00000000-0000-4000-8000-000000000001',
    customerId: 'Customer:00000000-0000-4000-8000-000000000001',
    status: 'APPROVED',
    createdAt: '2025-10-13T08:00:00Z',
    updatedAt: '2025-10-13T08:00:01Z',
  })),
  hasMore: false,
})

function serve(): void {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(page) })
    response.end(page)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  process.once('disconnect', () => process.exit())
}

interface Load {
  readonly sent: number
  readonly failed: number
  readonly seconds: number
  readonly p50: number
  readonly p95: number
}

/** @param rate requests a second; undefined: one after the other on each connection */
async function load(origin: string, rate: number | undefined, seconds: number): Promise<Load> {
  const dispatcher = new Agent({ connections: CONNECTIONS, pipelining: 1 })
  const took: number[] = []
  let failed = 0
  const one = async () => {
    const begun = performance.now()
    try {
      const { statusCode, body } = await request(`${origin}${PATH}`, {
        dispatcher,
        headers: { authorization: 'Bearer token-of-the-agent-0123456789' },
      })
      await body.dump()
      if (statusCode !== 200) failed++
    } catch {
      failed++
    }
    took.push(performance.now() - begun)
  }
  const begun = performance.now()
  const under = () => performance.now() - begun < seconds * 1000
  if (rate === undefined) {
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (under()) await one()
      }),
    )
  } else {
    const all: Promise<void>[] = []
    while (under()) {
      const due = ((performance.now() - begun) / 1000) * rate
      while (all.length < due) all.push(one())
      await new Promise((next) => setTimeout(next, TICK_MS))
    }
    await Promise.all(all)
  }
  const lasted = (performance.now() - begun) / 1000
  await dispatcher.close()
  const sorted = took.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  return { sent: took.length, failed, seconds: lasted, p50: at(0.5), p95: at(0.95) }
}

const shown = (name: string, { sent, failed, seconds, p50, p95 }: Load) =>
  console.log(
    `${name.padEnd(28)} ${(sent / seconds).toFixed(0).padStart(6)} requests/s  p50 ${p50.toFixed(2)} ms  p95 ${p95.toFixed(2)} ms  ${failed} failed`,
  )

async function main(rate: number, seconds: number): Promise<void> {
  const out = mkdtempSync(join(tmpdir(), 'assay-proxy-cost-'))
  const server = fork(fileURLToPath(import.meta.url), ['serve'])
  const port = await new Promise<number>((listening) => server.once('message', listening))
  const direct = `http://127.0.0.1:${port}`
  const proxy = spawn(
    process.execPath,
    [join(root, 'cli/assay.ts'), 'proxy', '--to', `${direct}/2025-10-13`, '--out', out],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  proxy.stdout.resume()
  const ended = new Promise<number | null>((done) => proxy.once('close', done))
  let through: string | undefined
  for await (const line of createInterface({ input: proxy.stderr })) {
    through = /^Forwarding (\S+)/.exec(line)?.[1]
    if (through !== undefined) break
  }
  if (through === undefined) throw new Error('the proxy did not start')
  for (const origin of [direct, through]) await load(origin, rate, 2)
  const [alone, proxied] = [await load(direct, rate, seconds), await load(through, rate, seconds)]
  shown('direct', alone)
  shown('through the proxy', proxied)
  console.log(`added at the median: ${(proxied.p50 - alone.p50).toFixed(2)} ms`)
  shown('through the proxy, at most', await load(through, undefined, seconds))
  const stopped = performance.now()
  proxy.kill('SIGINT')
  console.log(
    `exit code ${await ended}, report ${((performance.now() - stopped) / 1000).toFixed(1)} s after Ctrl-C`,
  )
  server.disconnect()
  rmSync(out, { recursive: true, force: true })
}

if (process.argv[2] === 'serve') serve()
else await main(Number(process.argv[2] ?? 1_000), Number(process.argv[3] ?? 10))
