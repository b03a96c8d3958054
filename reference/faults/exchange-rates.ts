import type { Fault } from './fault.ts'

export const exchangeRatesFaults: readonly Fault[] = []
