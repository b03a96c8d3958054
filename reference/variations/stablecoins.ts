import type { Variation } from './variation.ts'

export const stablecoinsVariations: readonly Variation[] = []
