import type { Fault } from './fault.ts'

export const stablecoinsFaults: readonly Fault[] = []
