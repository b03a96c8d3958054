import type { Check } from '../fixtures/registered-check.ts'
import { defaultContract, hasSameRule, type Contract } from '../spec/index.ts'

/**
 * The checks that judge a version of the contract. A check judges only the requirements that state the same rule there;
 * a check of retired or changed rules alone is not performed.
 */
export function checksOfContract(
  checks: readonly Check[],
  contract: Contract = defaultContract,
): readonly Check[] {
  if (contract === defaultContract) return checks
  const judged = new Set<string>(contract.catalogue.requirements.filter(hasSameRule).map(({ id }) => id))
  return checks.flatMap((check) => {
    const requirements = check.requirements.filter((id) => judged.has(id))
    return requirements.length === 0 ? [] : [{ ...check, requirements }]
  })
}
