import type { OperationName } from '../../spec/index.ts'
import type { Rules } from '../rules/index.ts'

/** Lets anybody call these operations as the platform. */
export const openToStrangers =
  (...operations: readonly OperationName[]) =>
  (lawful: Rules): Pick<Rules, 'mayCallAsPlatform'> => ({
    mayCallAsPlatform: (operation, ...rest) =>
      operations.includes(operation) || lawful.mayCallAsPlatform(operation, ...rest),
  })
