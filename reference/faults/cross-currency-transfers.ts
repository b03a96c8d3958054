import type { Fault } from './fault.ts'

export const crossCurrencyTransfersFaults: readonly Fault[] = []
