/** Faults in the credentials that platform operations accept. */
import type { OperationName } from '../../spec/index.ts'
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
