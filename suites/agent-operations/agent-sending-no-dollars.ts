import type { StateValues } from '../../spec/index.ts'
import type { CheckContext } from '../../fixtures/index.ts'

/** An agent whose source account is in another currency than USD: in one that the deployment is seen to know. */
export async function arrangeAgentSendingNoDollars(
  arrange: CheckContext['arrange'],
): Promise<StateValues['agent']> {
  const arranged = await arrange('agent', {})
  if (arranged.sendingCurrency !== 'USD') return arranged
  const known = arranged.receivingCurrency === 'USD' ? 'EUR' : arranged.receivingCurrency
  return arrange('agent', { sendingCurrency: known })
}
