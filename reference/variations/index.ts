import type { Variation } from './variation.ts'

export type { Variation } from './variation.ts'

/** Every variation. */
export const variations: readonly Variation[] = []
