import type { CheckContext } from '../../fixtures/index.ts'
import type { StateParams, StateValues } from '../../spec/index.ts'
import { receivedCode } from '../received-code.ts'

/** A customer in a region that requires SCA. */
export type ScaCustomer = StateValues['agent']

/** A customer who may have received a code. */
export type Receiver = Pick<ScaCustomer, 'customerId' | 'scaCode'>

export const arrangeScaCustomer = (
  { arrange }: Pick<CheckContext, 'arrange'>,
  params: StateParams['agent'] = {},
): Promise<ScaCustomer> => arrange('agent', { scaRegion: true, ...params })

/**
 * The code that the telephone of a customer received.
 *
 * @param sentFor the quote or the challenge that it is for
 * @throws Blocked when the deployment does not return the code
 */
export const scaCodeOf = (
  context: Pick<CheckContext, 'arrange'>,
  { customerId, scaCode }: Receiver,
  sentFor: Pick<StateParams['one-time-code'], 'quoteId' | 'challengeId'>,
): Promise<string> => receivedCode(context, scaCode, { customerId, ...sentFor })
