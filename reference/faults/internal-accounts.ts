import type { Fault } from './fault.ts'

export const internalAccountsFaults: readonly Fault[] = []
