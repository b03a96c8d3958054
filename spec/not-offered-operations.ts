import { operations, type OperationName } from './index.ts'

/** The operations that a deployment does not offer. One that only arranges is no part of the contract. */
export const notOfferedIn = (bound: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(bound).flatMap(([name, binding]) =>
    binding === null &&
    (operations as Readonly<Record<string, { readonly onlyArranges?: true }>>)[name as OperationName]
      ?.onlyArranges !== true
      ? [name]
      : [],
  )
