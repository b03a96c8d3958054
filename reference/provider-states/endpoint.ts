import { timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import type { ServerContext } from '../call.ts'
import { digest } from '../digest.ts'
import { isObject } from '../is-object.ts'
import { Unsupported } from './params.ts'
import { providerStates, tearDowns } from './states.ts'

/** The provider-state exchange (docs: describing a deployment, section 2). */
export function serveProviderStates(app: Hono, path: string, server: ServerContext, token: string): void {
  const expected = digest(`Bearer ${token}`)
  app.post(path, async (context) => {
    if (!timingSafeEqual(digest(context.req.header('authorization') ?? ''), expected)) {
      return context.json({ message: 'The token of the provider states is missing or wrong.' }, 401)
    }
    const { action, state, params } = await context.req
      .json<{ readonly action?: unknown; readonly state?: unknown; readonly params?: unknown }>()
      .catch(() => ({ action: undefined, state: undefined, params: undefined }))
    if (action === 'teardown') {
      const tearDown = typeof state === 'string' ? tearDowns.get(state) : undefined
      tearDown?.(server, isObject(params) ? params : {})
      return context.json({ needed: tearDown !== undefined })
    }
    if (action !== 'setup') return context.json({ message: 'action is setup or teardown.' }, 422)
    const setUp = typeof state === 'string' ? providerStates.get(state) : undefined
    if (!setUp) return context.json({ message: 'This deployment does not know the state.' }, 404)
    try {
      return context.json(setUp(server, isObject(params) ? params : {}))
    } catch (error) {
      if (error instanceof Unsupported) return context.json({ message: error.message }, 422)
      throw error
    }
  })
}
