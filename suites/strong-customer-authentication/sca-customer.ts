import { Blocked, type CheckContext } from '../../fixtures/index.ts'
import type { StateParams, StateValues } from '../../spec/index.ts'

/** A customer in a region that requires SCA, and the code that its telephone receives. */
export type ScaCustomer = StateValues['agent'] & { readonly scaCode: string }

/** @throws Blocked when the deployment does not return the code */
export async function arrangeScaCustomer(
  { arrange }: Pick<CheckContext, 'arrange'>,
  params: StateParams['agent'] = {},
): Promise<ScaCustomer> {
  const arranged = await arrange('agent', { scaRegion: true, ...params })
  if (typeof arranged.scaCode === 'string') return { ...arranged, scaCode: arranged.scaCode }
  throw new Blocked(
    'deployment-file',
    'the state agent with scaRegion returned no scaCode',
    'Return the code that the customer receives, as the description of agent states.',
  )
}
