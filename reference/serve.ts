import type { Server } from 'node:http'
import { serve, type ServerType } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { CONTRACT_VERSION } from '../spec/index.ts'
import { createDeployment, statesPath, type DeploymentOptions } from './deployment.ts'
import type { PlatformCredentials } from './rules/http.ts'
import { conforming, type Rules } from './rules/index.ts'
import { rulesOf, type ServedVersion } from './served-version.ts'
import { emptyStore, type Store } from './store.ts'

/** The address of a hosted deployment, and its credentials. */
export interface HostOptions extends DeploymentOptions {
  readonly credentials: PlatformCredentials
}

/** Other deployments that a server hosts below `/<kind>/<id>`, each with its own store. */
export interface Hosting {
  readonly kinds: readonly string[]
  /** Finds a deployment of a kind; undefined: it does not exist. */
  readonly find: (kind: string, id: string) => Promise<((options: HostOptions) => Hono) | undefined>
}

export interface ReferenceOptions {
  /** Default: a free port. */
  readonly port?: number
  readonly host?: string
  /** Responds only to requests that name this machine as their host; default: to all. */
  readonly refusesOtherHosts?: boolean
  readonly credentials: PlatformCredentials
  /** Bearer token of the provider-state endpoint. */
  readonly statesToken: string
  /** Receives a line for every unexpected error. */
  readonly log?: (line: string) => void
  /** The rules of the deployment at the root; default: those of the contract. */
  readonly rules?: Rules
  /** Other deployments that the server hosts, created on the first request; default: none. */
  readonly hosting?: Hosting
  /** Store of the deployment at the root, shared by its servers; default: a new one. */
  readonly store?: Store
  /** A later version of the contract, which the server serves too, with the same resources; default: none. */
  readonly version?: ServedVersion | undefined
}

export interface Reference {
  /** Base address of the deployment at the root, with the version segment. */
  readonly url: string
  readonly statesUrl: string
  /** The same of the later version; undefined: it serves none. */
  readonly later?: Readonly<Record<'url' | 'statesUrl', string>> | undefined
  close(): Promise<void>
}

/** Starts the reference server: its API at `/2025-10-13`, its provider states at `/_states`. */
export async function startReference(options: ReferenceOptions): Promise<Reference> {
  const { port = 0, host = '127.0.0.1', credentials, statesToken, log = () => undefined, hosting } = options
  const { rules = conforming, store = emptyStore(), version } = options
  const conformingDeployment = hostRules(rules, { credentials, prefix: '', statesToken, log }, store)

  const app = new Hono()
  if (options.refusesOtherHosts === true) app.use('*', ownHostOnly)
  const others = new Map<string, Hono>()
  for (const kind of hosting?.kinds ?? []) {
    app.all(`/${kind}/:id/*`, async (context) => {
      const id = context.req.param('id')
      const prefix = `/${kind}/${id}`
      const create = others.has(prefix) ? undefined : await hosting!.find(kind, id)
      if (create && !others.has(prefix)) others.set(prefix, create({ credentials, prefix, statesToken, log }))
      return others.get(prefix)?.fetch(context.req.raw) ?? context.json(noSuch(`${kind}/${id}`), 404)
    })
  }
  if (version) {
    const later = hostRules(
      rulesOf(rules, version),
      { credentials, prefix: '', statesToken, log, version },
      store,
    )
    for (const path of [`/${version.version}/*`, statesPath('', version)])
      app.all(path, (context) => later.fetch(context.req.raw))
  }
  app.all('*', (context) => conformingDeployment.fetch(context.req.raw))

  const { server, address } = await listening(app, port, host)
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${address}`
  return {
    url: `${origin}/${CONTRACT_VERSION}`,
    statesUrl: `${origin}/_states`,
    ...(version && {
      later: { url: `${origin}/${version.version}`, statesUrl: `${origin}${statesPath('', version)}` },
    }),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        ;(server as Server).closeAllConnections()
      }),
  }
}

/** A deployment with these rules. */
export const hostRules = (
  rules: Rules,
  { credentials, ...options }: HostOptions,
  store: Store = emptyStore(),
): Hono =>
  createDeployment(
    { rules, credentials, store, now: () => rules.currentTime(), version: options.version },
    options,
  )

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|\[?::1\]?|localhost)$/

/**
 * Rejects the name of a page's host that resolves to this machine (DNS rebinding): the example credentials are public,
 * and webhooks go to any address that a request names.
 */
const ownHostOnly: MiddlewareHandler = async (context, next) =>
  LOOPBACK.test(new URL(context.req.url).hostname)
    ? await next()
    : context.json(
        { code: 'NOT_FOUND', reason: 'This server responds to 127.0.0.1 and localhost only.' },
        421,
      )

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
    // Longer than a machine under load leaves a connection idle: a connection that closes just before a request looks
    // like an outage.
    ;(server as Server).keepAliveTimeout = KEEP_ALIVE_MS
    server.on('error', reject)
  })
}
