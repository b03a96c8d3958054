import type { Variation } from './variation.ts'

export const webhooksVariations: readonly Variation[] = []
