import type { Variation } from './variation.ts'

export const exchangeRatesVariations: readonly Variation[] = []
