import {
  Blocked,
  THRESHOLD_FORMS,
  thresholdsIn,
  undefinedIfBlocked,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import type { StateValues } from '../../spec/index.ts'
import { policyOf } from './managed-agent.ts'

/** Whether a body shows this approval threshold, in any form. */
export const showsThreshold =
  (threshold: number) =>
  (body: unknown): boolean =>
    thresholdsIn(body).includes(threshold)

/**
 * Changes the approval threshold of an agent. Tries each form of a threshold until the agent shows it: the contract names
 * `approvalThresholds`, and does not show its form.
 *
 * @param threshold in the smallest unit of the sending currency
 * @returns the response to the change that is shown, or else to the last that was accepted
 */
export async function changeThreshold(
  { platform }: Pick<CheckContext, 'platform'>,
  holder: StateValues['agent'],
  threshold: number,
): Promise<CheckedResponse> {
  const isShownIn = showsThreshold(threshold)
  const readAgent = async () => (await platform.agents.get(holder.agentId).catch(undefinedIfBlocked))?.body
  const send = (changes: object) =>
    platform.agents.updatePolicy(holder.agentId, { ...policyOf(holder), ...changes })
  const responses: CheckedResponse[] = []
  const problems: Blocked[] = []
  for (const form of THRESHOLD_FORMS) {
    const changes = form(threshold, holder.sendingCurrency)
    // A deployment that shows no threshold keeps that of the first form. A file may remove the field.
    const changed = await send({ approvalThreshold: threshold, ...changes })
      .catch(whereBlocked(() => send(changes)))
      .catch(whereBlocked((problem) => void problems.push(problem)))
    if (!changed) continue
    responses.push(changed)
    if (isShownIn(changed.body) || isShownIn(await readAgent())) return changed
  }
  const last = responses.findLast(({ status }) => status < 300) ?? responses[0]
  if (last) return last
  throw problems[0]
}

const whereBlocked =
  <Result>(next: (problem: Blocked) => Result) =>
  (problem: unknown): Result => {
    if (problem instanceof Blocked) return next(problem)
    throw problem
  }
