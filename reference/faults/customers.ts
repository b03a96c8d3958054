import type { Fault } from './fault.ts'

export const customersFaults: readonly Fault[] = []
