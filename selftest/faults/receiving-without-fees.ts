import type { Rules } from '../../reference/rules/index.ts'
import type { Occasion } from '../../reference/rules/approvals.ts'
import type { Price, Quote } from '../../reference/resources/payments.ts'

/** Debits some quotes whose receiving side is locked without their fees. */
export const debitingReceivingWithoutFees =
  (isWrong: (quote: Quote, after: Occasion | 'APPROVAL' | undefined) => boolean) =>
  ({ priceOfReceiving, executionMovesMoney, debit }: Rules): Partial<Rules> => {
    const receiving = new Set<Price>()
    let occasion: Occasion | 'APPROVAL' | undefined
    return {
      executionMovesMoney: (after, quote) => {
        occasion = after
        return executionMovesMoney(after, quote)
      },
      priceOfReceiving: (...amounts) => {
        const price = priceOfReceiving(...amounts)
        receiving.add(price)
        return price
      },
      debit: (account, quote) => {
        debit(account, quote)
        if (receiving.has(quote.price) && isWrong(quote, occasion)) account.balance += quote.price.fees
      },
    }
  }
