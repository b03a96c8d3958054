import { randomUUID } from 'node:crypto'
import type { ErrorConditions } from './error-condition.ts'

/** What is wrong with the platform. */
export const platformConfigurationErrorConditions = {
  PLATFORM_NOT_FOUND: () => ({
    method: 'GET',
    path: `/config?platformId=Platform:${randomUUID()}`,
    auth: 'PLATFORM',
  }),
} satisfies ErrorConditions
