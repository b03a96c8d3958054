/** The reference server in a later version of the contract: other addresses, names and fields. */
import { withReplacedFields } from './replaced-fields.ts'
import type { NameBinding, OperationBinding, OperationName } from '../spec/index.ts'
import type { Rules } from './rules/index.ts'

/** Plain data, so that it can be sent to the process of the server. */
export interface ServedVersion {
  readonly version: string
  /** Without the operations that the version retires. */
  readonly operations: Readonly<Partial<Record<OperationName, OperationBinding>>>
  readonly names: Readonly<Record<NameBinding, string>>
  readonly fields: readonly ChangedFields[]
}

/** Fields that the version adds to a resource, with an example of each, and fields that it retires. */
export interface ChangedFields {
  readonly operation: OperationName
  /** Dotted path of the resource in a successful response; `*` matches every element. */
  readonly path: string
  /** The resource: its name is the beginning of its identifier. */
  readonly schema: string
  readonly added: Readonly<Record<string, unknown>>
  readonly retired: readonly string[]
}

/** The rules of the reference server in a later version. */
export const rulesOf = (rules: Rules, { names, fields }: ServedVersion): Rules => ({
  ...rules,
  webhookSignatureHeader: names.webhookSignatureHeader,
  respond: async (operation, response, request) => {
    const before = await rules.respond(operation, response, request)
    if (before.status >= 300) return before
    const changed = fields.filter((one) => one.operation === operation)
    return { ...before, body: changed.reduce(withReplacedFields, before.body) }
  },
})
