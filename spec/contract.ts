/** A version of the contract as a value. A run gets it with its deployment; no import depends on the chosen version. */
import { CONTRACT_VERSION } from './contract-version.ts'
import { inEdition } from './editions.ts'
import * as generated from './generated/catalogue.ts'
import type { Requirement } from './model.ts'
import { generatedValidator, type Validate } from './response-rules/validators.ts'

/** The data of a version. Its types are those of the default version: a later one may have more ids, and fewer. */
export type Catalogue = typeof generated

export interface Contract {
  readonly version: string
  readonly catalogue: Catalogue
  /** The validator of `<operation>_<status>` or `<operation>_request`; undefined: the version has none. */
  readonly validator: (name: string) => Validate | undefined
}

/** The version that Assay was made for: its checks judge the rules of this version. */
export const defaultContract: Contract = {
  version: CONTRACT_VERSION,
  catalogue: generated,
  validator: generatedValidator,
}

/**
 * The requirements of a version, with the levels that a run judges by. Whatever shows or counts levels takes them from here.
 *
 * @param edition default: the latest
 */
export function requirementsInEdition(
  { catalogue }: Contract = defaultContract,
  edition: number = catalogue.editions.length,
): readonly Catalogue['requirements'][number][] {
  return inEdition(catalogue.requirements, catalogue.editions, edition, catalogue.challenges)
}

/** Whether the checks of the default version judge a requirement of a contract: it states the same rule. */
export function hasSameRule(requirement: Requirement): boolean {
  const own = ownRules().get(requirement.id)
  return (
    own?.title === requirement.title &&
    own.accepts === requirement.accepts &&
    own.limits === requirement.limits
  )
}

let rules: ReadonlyMap<string, Requirement> | undefined

const ownRules = (): ReadonlyMap<string, Requirement> =>
  (rules ??= new Map(generated.requirements.map((requirement) => [requirement.id, requirement])))
