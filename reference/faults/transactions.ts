import type { Fault } from './fault.ts'

export const transactionsFaults: readonly Fault[] = []
