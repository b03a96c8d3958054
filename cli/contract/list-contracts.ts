import Table from 'cli-table3'
import { CONTRACT_VERSION } from '../../spec/contract-version.ts'
import { contractVersions } from '../../spec/generate/contract-files.ts'
import { openContract } from './open-contract.ts'

/** The versions of the contract that Assay has, as a table or as JSON. */
export function listContracts(asJson: boolean): string {
  const versions = contractVersions().map((given) => {
    const { version, follows, sources } = openContract(given)
    const { requirements, operations, errors } = sources
    return {
      version,
      ...(follows !== undefined && { follows }),
      isDefault: version === CONTRACT_VERSION,
      requirements: requirements.length,
      operations: Object.keys(operations).length,
      errorCodes: Object.values(errors).flatMap((codes) => Object.keys(codes)).length,
    }
  })
  if (asJson) return `${JSON.stringify(versions, null, 2)}\n`
  const table = new Table({
    head: ['version', 'follows', 'requirements', 'operations', 'error codes'],
    colAligns: ['left', 'left', 'right', 'right', 'right'],
    style: { head: [], border: [] },
  })
  for (const { version, follows, isDefault, requirements, operations, errorCodes } of versions)
    table.push([
      isDefault ? `${version} (default)` : version,
      follows ?? '',
      requirements,
      operations,
      errorCodes,
    ])
  return `${table.toString()}\n`
}
