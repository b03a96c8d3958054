import type { OperationName } from '../../spec/index.ts'
import type { Rules } from '../../reference/rules/index.ts'

/** Accepts every credential at these operations, except an agent's token. */
export const openToStrangers =
  (...operations: readonly OperationName[]) =>
  (conforming: Rules): Pick<Rules, 'mayCallAsPlatform'> => ({
    mayCallAsPlatform: (operation, authorization, credentials, agents) =>
      operations.includes(operation)
        ? conforming.callingAgent(operation, authorization, agents, credentials) === undefined
        : conforming.mayCallAsPlatform(operation, authorization, credentials, agents),
  })

/** Accepts an agent's token at these operations too. */
export const openToAgents =
  (...operations: readonly OperationName[]) =>
  (conforming: Rules): Pick<Rules, 'mayCallAsPlatform'> => ({
    mayCallAsPlatform: (operation, authorization, credentials, agents) =>
      conforming.mayCallAsPlatform(operation, authorization, credentials, agents) ||
      (operations.includes(operation) &&
        conforming.callingAgent(operation, authorization, agents, credentials) !== undefined),
  })
