/** Faults in the credentials that platform operations accept. */
import type { OperationName } from '../../spec/index.ts'
import type { Agent } from '../../reference/resources/payments.ts'
import type { Rules } from '../../reference/rules/index.ts'

type MayCall = Rules['mayCallAsPlatform']

/** Decides which callers the operations accept; all other operations follow the contract. */
const admitting =
  (
    operations: readonly OperationName[],
    decide: (conforming: Rules, ...call: Parameters<MayCall>) => boolean,
  ) =>
  (conforming: Rules): Pick<Rules, 'mayCallAsPlatform'> => ({
    mayCallAsPlatform: (...call) =>
      operations.includes(call[0]) ? decide(conforming, ...call) : conforming.mayCallAsPlatform(...call),
  })

const isAgent = (
  conforming: Rules,
  ...[operation, authorization, credentials, agents]: Parameters<MayCall>
): boolean => conforming.callingAgent(operation, authorization, agents, credentials) !== undefined

/** Accepts every request to these operations without checking credentials. */
export const acceptsAllCredentials = (...operations: readonly OperationName[]) =>
  admitting(operations, () => true)

/** Accepts every credential at these operations, except an agent's token. */
export const acceptsInvalidCredentials = (...operations: readonly OperationName[]) =>
  admitting(operations, (conforming, ...call) => !isAgent(conforming, ...call))

/** Accepts an agent's token at these operations too. */
export const acceptsAgentTokens = (...operations: readonly OperationName[]) =>
  admitting(
    operations,
    (conforming, ...call) => conforming.mayCallAsPlatform(...call) || isAgent(conforming, ...call),
  )

/**
 * Accepts an agent's token at these operations too, for what a rule lets this agent do.
 *
 * @param change gets the agent whose token came with the request that is handled, once; undefined: the platform's
 *   credentials came, or it is at an agent's own address
 */
export const acceptsTokensOf =
  (
    operations: readonly OperationName[],
    change: (conforming: Rules, takeAgent: () => Agent | undefined) => Partial<Rules>,
  ) =>
  (conforming: Rules): Partial<Rules> => {
    let agent: Agent | undefined
    return {
      mayCallAsPlatform: (operation, authorization, credentials, agents) => {
        const all = [...agents]
        agent = undefined
        if (conforming.mayCallAsPlatform(operation, authorization, credentials, all)) return true
        if (operations.includes(operation))
          agent = conforming.callingAgent(operation, authorization, all, credentials)
        return agent !== undefined
      },
      ...change(conforming, () => {
        const caller = agent
        agent = undefined
        return caller
      }),
    }
  }
