/** Texts of the options that several commands share. */
import { assayError } from '../../errors/index.ts'

export const DEPLOYMENT_FILE =
  'deployment file: YAML, JSON or a module (default: deployment.yaml, .yml, .json, .mjs or .ts in this folder)'

/** Where the report of recorded traffic goes. */
export const TRAFFIC_OUT = 'reports/traffic'

export const FORMAT =
  'text, or agent: the causes in at most 4 kB for a coding agent, with untrusted text marked'

/** The default folder of a history. */
export const HISTORY = 'reports/history'

export const ALLOW_BLOCKED =
  'requirements, areas or capabilities that may be blocked with exit code 0, with commas between (default: all)'

/** Options as parsed by commander. */
export type Asked<Options> = Omit<Options, 'allowBlocked'> & { readonly allowBlocked?: string | true }

/** Loaded only where the option is given: it needs the catalogue. */
export const allowed = async (list: string | true | undefined) =>
  list === undefined ? undefined : (await import('../allowed-blocked.ts')).allowedBlocked(list)

/** @throws AssayError where there is no such format, or the output is already that of --json or --dry-run */
export async function formatOf({
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
