import { valueAt } from '../../fixtures/index.ts'

/** The code of a currency, given as a code or in a currency object (contract: Transaction, source). */
export const currencyCode = (body: unknown, path: string): unknown => {
  const currency = valueAt(body, path)
  return typeof currency === 'object' ? valueAt(currency, 'code') : currency
}

/** Amounts that a transaction may state instead of the quote's: it may count from zero until it is settled. */
export const amountsBeforeSettlement = (transaction: unknown): readonly number[] =>
  (valueAt(transaction, 'settledAt') ?? null) === null ? [0] : []

/**
 * The error in the sent amount of the transaction of an executed quote, if any. Both the total and the total without
 * the fees pass: the contract does not say whether `sentAmount` includes the `fees`.
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
        `sentAmount.amount is ${JSON.stringify(sent)}, neither what was paid (${totalSendingAmount}) nor that without the fees (${fees.join(', ')})`,
      ]
}
