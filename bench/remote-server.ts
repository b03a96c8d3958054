import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchSession } from './session.ts'

/** A deployment in a separate process. */
export interface RemoteServer {
  /** Path of its deployment file. */
  readonly file: string
  /** Environment variables of the deployment file. */
  readonly variables: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

export interface Limits {
  readonly requestsPerSecond: number
  readonly concurrency: number
}

/**
 * Serves the reference server in another process, whose cost does not count.
 *
 * @param delayMs delay of every response
 */
export async function serveRemote(
  { root, folder }: BenchSession,
  delayMs: number,
  limits: Limits,
): Promise<RemoteServer> {
  const server = spawn(process.execPath, [join(root, 'bench/delayed-server.ts'), String(delayMs)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [printed] = (await once(server.stdout, 'data')) as [Buffer]
  const file = join(folder, `delayed-${delayMs}.json`)
  writeFileSync(
    file,
    JSON.stringify({
      name: `${delayMs} ms away`,
      baseUrl: '${ASSAY_REFERENCE_URL}',
      credentials: {
        clientId: '${ASSAY_REFERENCE_CLIENT_ID}',
        clientSecret: '${ASSAY_REFERENCE_CLIENT_SECRET}',
      },
      states: {
        url: '${ASSAY_REFERENCE_STATES_URL}',
        headers: { authorization: 'Bearer ${ASSAY_REFERENCE_STATES_TOKEN}' },
      },
      limits: { maxWaitSeconds: 20, requestTimeoutSeconds: 10, ...limits },
    }),
  )
  return {
    file,
    variables: JSON.parse(printed.toString('utf8')) as Record<string, string>,
    async close() {
      server.kill()
      await once(server, 'exit')
    },
  }
}
