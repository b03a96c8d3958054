import type { Variation } from './variation.ts'

export const customersVariations: readonly Variation[] = []
