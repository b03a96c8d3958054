import type { Variation } from './variation.ts'

export const discoveriesVariations: readonly Variation[] = []
