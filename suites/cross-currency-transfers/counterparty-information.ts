import { valueAt } from '../../fixtures/index.ts'

/** What is wrong with `counterpartyInformation`, where it is given (contract: Quote, counterpartyInformation). */
export function counterpartyProblems(quote: unknown): readonly string[] {
  const information = valueAt(quote, 'counterpartyInformation')
  if (information === undefined) return []
  if (typeof information !== 'object' || information === null || Array.isArray(information)) {
    return [`counterpartyInformation is ${JSON.stringify(information)}`]
  }
  return Object.entries(information)
    .filter(([, value]) => value === null)
    .map(([key]) => `counterpartyInformation.${key} has no value`)
}
