import type { Variation } from './variation.ts'

export const cardsVariations: readonly Variation[] = []
