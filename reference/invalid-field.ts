import type { ServerContext } from './call.ts'
import { Refused } from './errors.ts'

/** Rejects a request for one field that is missing or of another type. */
export const invalidField = ({ rules }: ServerContext, field: string): Refused =>
  new Refused(
    rules.invalidFields([{ field, constraint: {}, message: `${field} is missing or of another type` }]),
  )
