import type { Variation } from './variation.ts'

export const strongCustomerAuthenticationVariations: readonly Variation[] = []
