import type { Variation } from './variation.ts'

export const verificationsVariations: readonly Variation[] = []
