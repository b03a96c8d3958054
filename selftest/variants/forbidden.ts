import type { Refusal } from '../../reference/errors.ts'

/** The same rejection as a 403. The contract has no 403, so it has no code for it either. */
export const forbidden = (refusal: Refusal): Refusal => ({
  ...refusal,
  status: 403,
  code: 'FORBIDDEN' as Refusal['code'],
})

/** The same rejection as a 422, which the contract does not have either. */
export const unprocessable = (refusal: Refusal): Refusal => ({
  ...refusal,
  status: 422,
  code: 'UNPROCESSABLE' as Refusal['code'],
})
