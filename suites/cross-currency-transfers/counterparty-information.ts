import { valueAt } from '../../fixtures/index.ts'

/** What is wrong with `counterpartyInformation`, where it is given (contract: Quote, counterpartyInformation). */
export function counterpartyProblems(quote: unknown): readonly string[] {
  const information = valueAt(quote, 'counterpartyInformation')
  const isKeyed = typeof information === 'object' && information !== null && !Array.isArray(information)
  return information === undefined || information === null || isKeyed
    ? []
    : [`counterpartyInformation is ${JSON.stringify(information)}`]
}
