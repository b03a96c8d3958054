import type { Fault } from './fault.ts'

export const quoteFaults: readonly Fault[] = []
