import { Blocked, type CheckContext } from '../../fixtures/index.ts'

/**
 * The access token of an agent, seen to be good where it belongs (Authentication).
 *
 * @throws Blocked when it is not: its rejection elsewhere would then show nothing
 */
export async function requireWorkingToken({
  arrange,
  agent,
}: Pick<CheckContext, 'arrange' | 'agent'>): Promise<string> {
  const { accessToken } = await arrange('agent', {})
  const response = await agent(accessToken).actions()
  if (response.status === 200) return accessToken
  throw new Blocked(
    'implementation',
    `the agent's own list returned ${response.status}, so its token is no good one (exchange ${response.exchange})`,
    'See why the agent cannot list its actions.',
  )
}
