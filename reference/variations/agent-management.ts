import type { Variation } from './variation.ts'

export const agentManagementVariations: readonly Variation[] = []
