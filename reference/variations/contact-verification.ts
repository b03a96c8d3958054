import type { Variation } from './variation.ts'

export const contactVerificationVariations: readonly Variation[] = []
