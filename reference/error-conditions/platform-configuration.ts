import { randomUUID } from 'node:crypto'
import type { ErrorConditions } from './error-condition.ts'

/** Error conditions of the platform. */
export const platformConfigurationErrorConditions = {
  PLATFORM_NOT_FOUND: () => ({
    method: 'GET',
    path: `/config?platformId=Platform:${randomUUID()}`,
    auth: 'PLATFORM',
  }),
} satisfies ErrorConditions
