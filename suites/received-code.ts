/** One-time codes that a customer receives (contract: What the service does, Contact Verification and SCA). */
import { Blocked, type CheckContext } from '../fixtures/index.ts'
import type { StateParams } from '../spec/index.ts'

/**
 * The code that the customer received. A deployment may know it when the state is set up, or only once it was sent.
 *
 * @param known from the state of the customer or the account; undefined: it returned none
 * @throws Blocked when the deployment does not return the code in either way
 */
export async function receivedCode(
  { arrange }: Pick<CheckContext, 'arrange'>,
  known: string | undefined,
  sentFor: StateParams['one-time-code'],
): Promise<string> {
  if (known !== undefined) return known
  try {
    return (await arrange('one-time-code', sentFor)).code
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
    throw new Blocked(
      'deployment-file',
      `the state that set up the customer returned no code, and one-time-code did not return it: ${error.message}`,
      'Return the code (scaCode, emailCode or phoneCode) if it is known before it is sent. Otherwise serve the provider state one-time-code, which is asked afterwards.',
    )
  }
}
