/** Faults in who may call a platform operation. */
import type { OperationName } from '../../spec/index.ts'
import type { Rules } from '../../reference/rules/index.ts'

type MayCall = Rules['mayCallAsPlatform']

/** Decides who may call the operations; the others are called as the contract says. */
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

/** Checks no credentials at these operations. */
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
