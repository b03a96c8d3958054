import { AsyncLocalStorage } from 'node:async_hooks'
import { Hono } from 'hono'
import type { ServerContext } from '../../reference/call.ts'
import { createDeployment, type DeploymentOptions } from '../../reference/deployment.ts'
import type { PlatformCredentials } from '../../reference/rules/http.ts'
import { conforming } from '../../reference/rules/index.ts'
import { emptyStore, type Store } from '../../reference/store.ts'
import { withReplaced } from '../replacement.ts'
import type { Serve, Shell } from './shell.ts'

/** The shell as an HTTP application, in front of a separate reference server. */
export function hostShell(
  { api, replace }: Shell,
  credentials: PlatformCredentials,
  options: DeploymentOptions,
): Hono {
  const store = emptyStore()
  const storeInUse = new AsyncLocalStorage<Store>()
  const rules = withReplaced(conforming, replace)
  const server: ServerContext = {
    rules,
    credentials,
    now: () => rules.currentTime(),
    get store() {
      return storeInUse.getStore() ?? store
    },
  }
  const reference = createDeployment(server, options)
  const serve: Serve = (request) => reference.fetch(request)
  const serveApi = api({
    serve,
    store,
    serveOn: (other, request) => storeInUse.run(other, () => reference.fetch(request)),
  })

  const app = new Hono()
  app.all(`${options.prefix}/_states`, (context) => serve(context.req.raw))
  app.all('*', (context) => serveApi(context.req.raw))
  return app
}
