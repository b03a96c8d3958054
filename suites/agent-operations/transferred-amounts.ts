import { valueAt } from '../../fixtures/index.ts'

/** The code of a currency, which stands as a code or in a currency object (contract: Transaction, source). */
export const currencyCode = (body: unknown, path: string): unknown => {
  const currency = valueAt(body, path)
  return typeof currency === 'object' ? valueAt(currency, 'code') : currency
}

/**
 * What a sent amount can be for an executed quote: the whole of what was paid, or what is left of it without the fees,
 * since the contract does not say whether `sentAmount` has the fees that `fees` tells apart.
 */
export function sentAmounts(action: unknown, totalSendingAmount: number): readonly number[] {
  const fees = ['quote.feesIncluded', 'transaction.fees']
    .map((path) => valueAt(action, path))
    .filter((value) => typeof value === 'number')
  return [totalSendingAmount, ...fees.map((fee) => totalSendingAmount - fee)]
}
