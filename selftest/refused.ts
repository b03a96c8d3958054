import type { ErrorCode } from '../spec/index.ts'
import type { Refusal } from '../reference/errors.ts'
import type { Rules } from '../reference/rules/index.ts'

/** Rules that each are one rejection. */
type RefusalName = { [Name in keyof Rules]: Rules[Name] extends Refusal ? Name : never }[keyof Rules]

/** The same rejection with another status and code. */
export const refusedAs = (refusal: Refusal, status: number, code: ErrorCode): Refusal => ({
  ...refusal,
  status,
  code,
})

/** Rejects for the same reason with another status or code. */
export const refused =
  (name: RefusalName, status: number, code: ErrorCode) =>
  (conforming: Rules): Partial<Rules> => ({ [name]: refusedAs(conforming[name], status, code) })
