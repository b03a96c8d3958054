import type { Variation } from './variation.ts'

export const embeddedWalletAuthVariations: readonly Variation[] = []
