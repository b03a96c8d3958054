import type { Variation } from './variation.ts'

export const transactionsVariations: readonly Variation[] = []
