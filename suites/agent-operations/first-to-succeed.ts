import type { CheckedResponse } from '../../fixtures/index.ts'

/** Tries several forms of a request that the contract does not specify; returns the first success, or the last response. */
export async function tryUntilSuccess(
  ways: readonly (() => Promise<CheckedResponse>)[],
): Promise<CheckedResponse> {
  let response: CheckedResponse | undefined
  for (const ask of ways) {
    response = await ask()
    if (response.status >= 200 && response.status < 300) return response
  }
  if (!response) throw new Error('no way of asking was given')
  return response
}
