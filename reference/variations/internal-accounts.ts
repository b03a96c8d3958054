import type { Variation } from './variation.ts'

export const internalAccountsVariations: readonly Variation[] = []
