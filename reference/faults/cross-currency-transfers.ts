import type { Fault } from './fault.ts'

/** Contract: What the service does, Cross-Currency Transfers; Resources, Quote. */
export const crossCurrencyTransfersFaults: readonly Fault[] = [
  {
    id: 'transfer-execution-forgets-the-money',
    title: 'executes a quote of the platform, and moves no money',
    breaks: ['QTE-30'],
    replace: () => ({ executionMovesMoney: () => false }),
  },
]
