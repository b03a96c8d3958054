import type { Refusal } from '../errors.ts'
import type { PlatformSettings } from '../resources/platform-configuration.ts'

/** Contract: What the service does, row Platform Configuration; Errors. */
export const platformConfigurationRules = {
  /** A change leaves the settings that it does not name. */
  changedSettings: (settings: PlatformSettings, change: PlatformSettings): PlatformSettings => ({
    ...settings,
    ...change,
  }),

  /** Credentials belong to one platform; a request that names another one finds nothing. */
  platformIsOwn: (platformId: string | undefined): boolean => platformId === undefined,

  platformNotFound: (): Refusal => ({
    status: 404,
    code: 'PLATFORM_NOT_FOUND',
    reason: 'There is no such platform under these credentials.',
  }),
}
