import type { Variation } from './variation.ts'

export const crossCurrencyTransfersVariations: readonly Variation[] = []
