import { refusal } from '../errors.ts'
import type { PlatformSettings } from '../resources/platform-configuration.ts'

/** Why requests are rejected. */
const refusals = {
  platformNotFound: refusal(404, 'PLATFORM_NOT_FOUND', 'These credentials have no such platform.'),
}

/** Contract: What the service does, row Platform Configuration; Errors. */
export const platformConfigurationRules = {
  ...refusals,

  /** A change keeps the settings that it does not name. */
  changedSettings: (settings: PlatformSettings, change: PlatformSettings): PlatformSettings => ({
    ...settings,
    ...change,
  }),

  /** Credentials belong to one platform; a request that names another platform finds nothing. */
  platformIsOwn: (platformId: string | undefined): boolean => platformId === undefined,
}
