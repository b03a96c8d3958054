import type { Fault } from './fault.ts'

export const documentsFaults: readonly Fault[] = []
