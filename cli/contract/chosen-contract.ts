/** The version of the contract that `--contract` names. */
import type { ServedVersion } from '../../reference/served-version.ts'
import { renderCatalogueData } from '../../spec/generate/catalogue.ts'
import { validatorsOf } from '../../spec/generate/validators.ts'
import {
  CONTRACT_VERSION,
  defaultContract,
  type Catalogue,
  type Contract,
  type OperationName,
} from '../../spec/index.ts'
import type { Sources } from '../../spec/generate/sources.ts'
import { openContract } from './open-contract.ts'

export interface ChosenContract {
  readonly contract: Contract
  readonly sources: Sources
}

/**
 * @param given a version, or the folder of a draft
 * @returns undefined for the default version
 * @throws AssayError
 */
export function chosenContract(given: string): ChosenContract | undefined {
  if (given === CONTRACT_VERSION) return undefined
  const { version, sources } = openContract(given)
  const catalogue = JSON.parse(renderCatalogueData(sources)) as Catalogue
  return { contract: { version, catalogue, validator: validatorsOf(sources) }, sources }
}

/** The version for the reference server. It serves no new field without an example. */
export function servedVersion({ contract, sources }: ChosenContract): ServedVersion {
  const { version, catalogue } = contract
  const { operations, names, schemaSites } = catalogue
  const before = defaultContract.catalogue.schemaSites
  const fields = schemaSites.flatMap(({ schema, operation, path, properties }) => {
    const old = before.find(
      (site) => site.schema === schema && site.operation === operation && site.path === path,
    )
    if (!old) return []
    const retired = old.properties.filter((name) => !properties.includes(name))
    const added = properties.flatMap((name) => {
      const example = old.properties.includes(name) ? undefined : exampleOf(sources, schema, name)
      return example === undefined ? [] : [[name, example] as const]
    })
    if (retired.length + added.length === 0) return []
    return [
      { operation: operation as OperationName, path, schema, added: Object.fromEntries(added), retired },
    ]
  })
  return { version, operations, names, fields }
}

function exampleOf({ openapi }: Sources, schema: string, field: string): unknown {
  const { properties = {} } = (openapi.components.schemas[schema] ?? {}) as {
    readonly properties?: Readonly<Record<string, { readonly example?: unknown }>>
  }
  return properties[field]?.example
}
