import type { Variation } from './variation.ts'

export const externalAccountsVariations: readonly Variation[] = []
