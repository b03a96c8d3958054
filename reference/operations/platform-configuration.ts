import type { PlatformOperation } from '../call.ts'
import { Refused } from '../errors.ts'

const getConfiguration: PlatformOperation = ({ rules, store }, { query }) => {
  if (!rules.platformIsOwn(query.platformId)) throw new Refused(rules.platformNotFound)
  return { status: 200, body: store.configuration.settings }
}

/** The one configured endpoint, in addition to those of provider states. */
const CONFIGURED = 'Webhook:configured'

const updateConfiguration: PlatformOperation = ({ rules, store }, call) => {
  store.configuration.settings = rules.changedSettings(store.configuration.settings, call.body())
  const { webhookEndpoint: url } = store.configuration.settings
  if (typeof url === 'string' && URL.canParse(url)) {
    store.webhookEndpoints.set(CONFIGURED, { id: CONFIGURED, url })
  } else store.webhookEndpoints.delete(CONFIGURED)
  return { status: 200, body: store.configuration.settings }
}

/** Operations of platform configuration, by the names of their bindings and the credentials they take. */
export const platformConfigurationOperations = {
  platform: { getConfiguration, updateConfiguration },
  agent: {},
  open: {},
}
