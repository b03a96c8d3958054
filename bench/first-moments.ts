/** Startup times of the parts of a run. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** Time until `assay run` sends its first request, ms, including the checks of installation and generated files. */
export async function timeToFirstRequest(root: string, folder: string): Promise<number> {
  let arrived = 0
  const server = createServer((_, response) => {
    arrived ||= performance.now()
    response.writeHead(503).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const file = join(folder, 'first-request.json')
  const credentials = { clientId: '${BENCH_ID}', clientSecret: '${BENCH_SECRET}' }
  writeFileSync(
    file,
    JSON.stringify({ name: 'bench', baseUrl: `http://127.0.0.1:${port}/2025-10-13`, credentials }),
  )
  const begun = performance.now()
  const parameters = ['run', '--deployment', file, '--only', 'OWN-01', '--out', join(folder, 'first-request')]
  const child = spawn(process.execPath, [join(root, 'cli/assay.mjs'), ...parameters], {
    cwd: root,
    env: { ...process.env, BENCH_ID: 'bench', BENCH_SECRET: 'secret-of-the-bench' },
    stdio: 'ignore',
  })
  await once(child, 'exit')
  server.close()
  return arrived - begun
}

/** Time until the reference server listens, ms, with and without the start of Node. */
export async function timeToListen(root: string): Promise<number> {
  const begun = performance.now()
  const child = spawn(process.execPath, [join(root, 'bench/listening.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const listening = performance.now() - begun
  child.kill()
  await once(child, 'exit')
  return listening
}

/** Time until a new process judges its first response by the schema, ms, without the start of Node. */
export async function timeToJudge(root: string): Promise<number> {
  const child = spawn(process.execPath, [join(root, 'bench/first-judgement.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [ms] = (await once(child.stdout, 'data')) as [Buffer]
  return Number(ms.toString('utf8'))
}
