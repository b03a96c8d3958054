import type { Server } from 'node:http'
import { serve, type ServerType } from '@hono/node-server'
import { Hono } from 'hono'
import { CONTRACT_VERSION } from '../spec/index.ts'
import { createDeployment, type DeploymentOptions } from './deployment.ts'
import type { PlatformCredentials } from './rules/http.ts'
import { lawful, type Rules } from './rules/index.ts'
import { emptyStore, type Store } from './store.ts'
import type { Variation } from './variations/index.ts'

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
  /** Memory of the deployment at the root, shared by the servers of one deployment; default: its own. */
  readonly store?: Store
}

export interface Reference {
  /** Base address of the lawful deployment, with the version segment. */
  readonly url: string
  readonly statesUrl: string
  close(): Promise<void>
}

/**
 * Starts the reference deployment: the lawful one at `/2025-10-13` with its provider states at `/_states`, and every
 * fault likewise below `/faults/<id>`, every lawful variation below `/variations/<id>`, several in one below
 * `/variations/<id>+<id>`, every shell below `/shells/<id>`; each with a state of its own, made when it is first asked
 * for.
 */
export async function startReference(options: ReferenceOptions): Promise<Reference> {
  const { port = 0, host = '127.0.0.1', credentials, statesToken, log = () => undefined } = options

  const deploymentOf = (rules: Rules, prefix: string, store = emptyStore()) =>
    createDeployment(
      { rules, credentials, store, now: () => rules.currentTime() },
      { prefix, statesToken, log },
    )
  const lawfulDeployment = deploymentOf(options.rules ?? lawful, '', options.store)
  const others = new Map<string, Hono>()
  const otherOnce = async <From>(
    prefix: string,
    load: () => Promise<From | undefined>,
    host: (from: From) => Hono,
  ): Promise<Hono | undefined> => {
    const from = others.has(prefix) ? undefined : await load()
    if (from && !others.has(prefix)) others.set(prefix, host(from))
    return others.get(prefix)
  }
  const otherDeployment = (prefix: string, rulesOf: () => Promise<Rules | undefined>) =>
    otherOnce(prefix, rulesOf, (rules) => deploymentOf(rules, prefix))

  const app = new Hono()
  app.all('/faults/:id/*', async (context) => {
    const id = context.req.param('id')
    const deployment = await otherDeployment(`/faults/${id}`, () => faultyRules(id))
    return deployment?.fetch(context.req.raw) ?? context.json(noSuch(`fault ${id}`), 404)
  })
  app.all('/variations/:ids/*', async (context) => {
    const ids = context.req.param('ids')
    const deployment = await otherDeployment(`/variations/${ids}`, () => variedRules(ids.split('+')))
    return deployment?.fetch(context.req.raw) ?? context.json(noSuch(`variation ${ids}`), 404)
  })
  app.all('/shells/:id/*', async (context) => {
    const id = context.req.param('id')
    const prefix = `/shells/${id}`
    const host = await otherOnce(
      prefix,
      () => hostOfShell(id),
      (hostIt) => hostIt(credentials, { prefix, statesToken, log }),
    )
    return host?.fetch(context.req.raw) ?? context.json(noSuch(`shell ${id}`), 404)
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

/**
 * The rules with one of them replaced; undefined: there is no such fault. Faults and variations are loaded where they are
 * asked for: they are most of the code here, and a run of the embedded deployment begins without them.
 */
async function faultyRules(id: string): Promise<Rules | undefined> {
  const { faults } = await import('./faults/index.ts')
  const fault = faults.find((candidate) => candidate.id === id)
  return fault && { ...lawful, ...fault.replace(lawful) }
}

/** The rules in the readings named, one after the other; undefined: one of them does not exist. */
async function variedRules(ids: readonly string[]): Promise<Rules | undefined> {
  const { variations } = await import('./variations/index.ts')
  const chosen = ids.map((id) => variations.find((candidate) => candidate.id === id))
  return chosen.reduce<Rules | undefined>(
    (rules, variation) =>
      rules && variation && { ...rules, ...variation.replace(rules), ...withoutCodes(rules, variation) },
    lawful,
  )
}

/** Hosts the shell; undefined: it does not exist. */
async function hostOfShell(id: string) {
  const [{ shells }, { hostShell }] = await Promise.all([
    import('./shells/index.ts'),
    import('./shells/host-shell.ts'),
  ])
  const shell = shells.find((candidate) => candidate.id === id)
  return (
    shell &&
    ((credentials: PlatformCredentials, options: DeploymentOptions) => hostShell(shell, credentials, options))
  )
}

const withoutCodes = (rules: Rules, { unmet = [] }: Variation): Pick<Rules, 'meetsCode'> => ({
  meetsCode: (code) => rules.meetsCode(code) && !unmet.some((one) => one === code),
})

const noSuch = (what: string) => ({ code: 'NOT_FOUND', reason: `There is no ${what}.` })

const KEEP_ALIVE_MS = 60_000

function listening(
  app: Hono,
  port: number,
  hostname: string,
): Promise<{ readonly server: ServerType; readonly address: number }> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname }, ({ port: address }) =>
      resolve({ server, address }),
    )
    // Longer than a machine under load leaves a connection idle: one that is closed just then looks like an outage.
    ;(server as Server).keepAliveTimeout = KEEP_ALIVE_MS
    server.on('error', reject)
  })
}
