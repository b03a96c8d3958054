import type { OperationName } from '../../spec/index.ts'
import type { Rules } from '../rules/index.ts'

/** Accepts every credential at these operations, except an agent's token. */
export const openToStrangers =
  (...operations: readonly OperationName[]) =>
  (lawful: Rules): Pick<Rules, 'mayCallAsPlatform'> => ({
    mayCallAsPlatform: (operation, authorization, credentials, agents) =>
      operations.includes(operation)
        ? lawful.callingAgent(operation, authorization, agents, credentials) === undefined
        : lawful.mayCallAsPlatform(operation, authorization, credentials, agents),
  })

/** Accepts an agent's token at these operations too. */
export const openToAgents =
  (...operations: readonly OperationName[]) =>
  (lawful: Rules): Pick<Rules, 'mayCallAsPlatform'> => ({
    mayCallAsPlatform: (operation, authorization, credentials, agents) =>
      lawful.mayCallAsPlatform(operation, authorization, credentials, agents) ||
      (operations.includes(operation) &&
        lawful.callingAgent(operation, authorization, agents, credentials) !== undefined),
  })
