import type { Variation } from './variation.ts'

export const platformConfigurationVariations: readonly Variation[] = []
