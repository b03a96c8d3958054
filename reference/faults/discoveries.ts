import type { Fault } from './fault.ts'

export const discoveriesFaults: readonly Fault[] = []
