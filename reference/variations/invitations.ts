import type { Variation } from './variation.ts'

export const invitationsVariations: readonly Variation[] = []
