import type { Variation } from './variation.ts'

export const documentsVariations: readonly Variation[] = []
