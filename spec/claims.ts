import type { Requirement } from './model.ts'

/** Applies to every response, so every deployment claims it. */
export const CONVENTIONS = 'conventions'

/** Whether an area is a functional area of the contract: the rules for every response and the error catalogue are not. */
export const isClaimable = (area: string): boolean => area !== CONVENTIONS && area !== 'error-catalogue'

/**
 * The area that a deployment must claim for a requirement to be judged, and does not; undefined: it claims all of them.
 *
 * @param claimed areas of the deployment file; undefined: everything
 */
export function unclaimedArea(
  { area, within }: Pick<Requirement, 'area' | 'within'>,
  claimed: readonly string[] | undefined,
): string | undefined {
  if (claimed === undefined) return undefined
  const needed = [...(area === CONVENTIONS ? [] : [area]), ...(within === undefined ? [] : [within])]
  return needed.find((one) => !claimed.includes(one))
}
