import type { Requirement } from './model.ts'

/** Holds for every response, so every deployment claims it. */
export const CONVENTIONS = 'conventions'

/** Whether an area is one of the contract's: those that stand for all responses and codes are not left out. */
export const isClaimable = (area: string): boolean => area !== CONVENTIONS && area !== 'error-catalogue'

/**
 * The area that a deployment would have to claim for a requirement to be judged and does not; undefined: it claims all.
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
