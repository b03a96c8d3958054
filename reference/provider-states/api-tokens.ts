import { randomUUID } from 'node:crypto'
import type { StateValues } from '../../spec/index.ts'
import type { SetUps } from './states.ts'

const apiTokenFields = (): StateValues['api-token-fields'] => ({
  request: { name: `assay-${randomUUID()}`, permissions: ['VIEW'] },
})

/** Provider states of API tokens. */
export const apiTokensStates = { 'api-token-fields': apiTokenFields } satisfies Partial<SetUps>
