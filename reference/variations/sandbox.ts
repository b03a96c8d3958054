import type { Variation } from './variation.ts'

export const sandboxVariations: readonly Variation[] = []
