import type { Invariant } from './observation.ts'
import { observationsOf, observedAgain } from './state-observations.ts'

/** A quote creates one transaction (contract: Quote, transactionId), so all responses that name it agree. */
export const oneTransactionPerQuote: Invariant = (history) => {
  const naming = observationsOf('Quote', history).filter(
    ({ value }) => typeof value.transactionId === 'string' && value.transactionId !== '',
  )
  const again = observedAgain(naming)
  return {
    judged: again.flat().length,
    violations: again.flatMap(([first, ...others]) =>
      others
        .filter(({ value }) => idIn(value) !== idIn(first!.value))
        .map(({ observation: { exchange }, at, id, value }) => ({
          exchange,
          at: `${at}/transactionId`,
          message: `transactionId of ${id} is ${String(value.transactionId)}, and was ${String(first!.value.transactionId)} in exchange ${first!.observation.exchange}`,
        })),
    ),
  }
}

const idIn = ({ transactionId }: Readonly<Record<string, unknown>>): string =>
  String(transactionId).toLowerCase()
