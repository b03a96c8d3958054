import type { Server } from 'node:http'
import { serve, type ServerType } from '@hono/node-server'
import { Hono } from 'hono'
import { CONTRACT_VERSION } from '../spec/index.ts'
import { createDeployment } from './deployment.ts'
import { faults } from './faults/index.ts'
import type { PlatformCredentials } from './rules/http.ts'
import { lawful, type Rules } from './rules/index.ts'
import { emptyStore } from './store.ts'

export interface ReferenceOptions {
  /** Left out: a free one. */
  readonly port?: number
  readonly host?: string
  readonly credentials: PlatformCredentials
  /** Bearer token of the provider-state endpoint. */
  readonly statesToken: string
  /** Takes a line for every unexpected error. */
  readonly log?: (line: string) => void
  /** The rules that the deployment at the root keeps; left out: all that the contract states. */
  readonly rules?: Rules
}

export interface Reference {
  /** Base address of the lawful deployment, with the version segment. */
  readonly url: string
  readonly statesUrl: string
  close(): Promise<void>
}

/**
 * Starts the reference deployment: the lawful one at `/2025-10-13` with its provider states at `/_states`, and every
 * fault likewise below `/faults/<id>`, each with a state of its own, made when it is first asked for.
 */
export async function startReference(options: ReferenceOptions): Promise<Reference> {
  const { port = 0, host = '127.0.0.1', credentials, statesToken, log = () => undefined } = options

  const deploymentOf = (rules: Rules, prefix: string) =>
    createDeployment({ rules, credentials, store: emptyStore(), now: Date.now }, { prefix, statesToken, log })
  const lawfulDeployment = deploymentOf(options.rules ?? lawful, '')
  const faulty = new Map<string, Hono>()
  const faultyDeployment = (id: string): Hono | undefined => {
    const fault = faults.find((candidate) => candidate.id === id)
    if (fault && !faulty.has(id)) {
      faulty.set(id, deploymentOf({ ...lawful, ...fault.replace(lawful) }, `/faults/${id}`))
    }
    return faulty.get(id)
  }

  const app = new Hono()
  app.all('/faults/:fault/*', (context) => {
    const id = context.req.param('fault')
    return (
      faultyDeployment(id)?.fetch(context.req.raw) ??
      context.json({ code: 'NOT_FOUND', reason: `There is no fault ${id}.` }, 404)
    )
  })
  app.all('*', (context) => lawfulDeployment.fetch(context.req.raw))

  const { server, address } = await listening(app, port, host)
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${address}`
  return {
    url: `${origin}/${CONTRACT_VERSION}`,
    statesUrl: `${origin}/_states`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        ;(server as Server).closeAllConnections()
      }),
  }
}

function listening(
  app: Hono,
  port: number,
  hostname: string,
): Promise<{ readonly server: ServerType; readonly address: number }> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname }, ({ port: address }) =>
      resolve({ server, address }),
    )
    server.on('error', reject)
  })
}
