import { valueAt } from '../../fixtures/index.ts'

/** The code of a currency, which stands as a code or in a currency object (contract: Transaction, source). */
export const currencyCode = (body: unknown, path: string): unknown => {
  const currency = valueAt(body, path)
  return typeof currency === 'object' ? valueAt(currency, 'code') : currency
}

/** Amounts that a transaction may state in place of the quote's: it may count from zero until it is settled. */
export const amountsBeforeSettlement = (transaction: unknown): readonly number[] =>
  (valueAt(transaction, 'settledAt') ?? null) === null ? [0] : []

/**
 * What is wrong with the sent amount of the transaction of an executed quote, if anything: it is the whole of what was paid, or what is
 * left of it without the fees, since the contract does not say whether `sentAmount` has what `fees` tells apart.
 */
export function sentAmountProblems(action: unknown, totalSendingAmount: number): readonly string[] {
  const sent = valueAt(action, 'transaction.sentAmount.amount')
  const allowed = [
    undefined,
    null,
    totalSendingAmount,
    ...amountsBeforeSettlement(valueAt(action, 'transaction')),
  ]
  if (allowed.some((amount) => amount === sent)) return []
  const fees = ['quote.feesIncluded', 'transaction.fees']
    .map((path) => valueAt(action, path))
    .filter((value) => typeof value === 'number')
  const fits =
    typeof sent === 'number' &&
    (fees.length === 0
      ? sent > 0 && sent < totalSendingAmount
      : fees.some((fee) => sent === totalSendingAmount - fee))
  return fits
    ? []
    : [
        `sentAmount ${JSON.stringify(sent)} is not what was paid (${totalSendingAmount}), nor without the fees (${fees.join(', ')})`,
      ]
}
