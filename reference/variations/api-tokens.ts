import type { Variation } from './variation.ts'

export const apiTokensVariations: readonly Variation[] = []
