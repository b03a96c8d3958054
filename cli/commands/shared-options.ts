/** Texts of the options that several commands share. */
import { assayError } from '../../errors/index.ts'
import type { Contract } from '../../spec/index.ts'
import type { GivenContract } from '../run-options.ts'

export const DEPLOYMENT_FILE =
  'deployment file: YAML, JSON or a module (default: deployment.yaml, .yml, .json, .mjs or .ts in this folder)'

/** Where the report of recorded traffic goes. */
export const TRAFFIC_OUT = 'reports/traffic'

export const FORMAT =
  'text, or agent: the causes in at most 4 kB for a coding agent, with untrusted text marked'

export const CONTRACT = [
  '--contract <version|folder>',
  'version of the contract, or folder of a draft (default: 2025-10-13)',
] as const

/** The default folder of a history. */
export const HISTORY = 'reports/history'

export const ALLOW_BLOCKED =
  'requirements, areas or capabilities that may be blocked with exit code 0, with commas between (default: all)'

/** Loaded only where the option is given: it reads YAML. undefined: the default version. */
export const chosenFrom = async ({ contract }: { readonly contract?: string }) =>
  contract === undefined
    ? undefined
    : (await import('../contract/chosen-contract.ts')).chosenContract(contract)

/** @throws AssayError for an unknown version */
export async function loadContractOption(flags: {
  readonly contract?: string
}): Promise<GivenContract | undefined> {
  const chosen = await chosenFrom(flags)
  if (!chosen) return undefined
  const { servedVersion } = await import('../contract/chosen-contract.ts')
  return { given: flags.contract!, contract: chosen.contract, served: servedVersion(chosen) }
}

/** Options as parsed by commander. */
export type Asked<Options> = Omit<Options, 'allowBlocked'> & { readonly allowBlocked?: string | true }

/** Loaded only where the option is given: it needs the catalogue. */
export const allowed = async (list: string | true | undefined, contract?: Contract) =>
  list === undefined ? undefined : (await import('../allowed-blocked.ts')).allowedBlocked(list, contract)

/** @throws AssayError where there is no such format, or the output is already that of --json or --dry-run */
export async function parseFormat({
  format = 'text',
  ...other
}: {
  readonly format?: string
  readonly json?: boolean
  readonly dryRun?: boolean
}) {
  if (format === 'text') return format
  const { formatFrom } = await import('../causes.ts')
  const known = formatFrom(format)
  if (other.json === true || other.dryRun === true)
    throw assayError('options-conflict', {
      option: '--format',
      other: other.json === true ? '--json' : '--dry-run',
    })
  return known
}
