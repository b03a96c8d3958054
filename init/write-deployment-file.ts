import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import { shellWord } from '../spec/command-text.ts'
import { fileURLToPath } from 'node:url'
import { deploymentFileText } from './deployment-file-text.ts'
import type { Entries } from './entries.ts'
import { variablesOf, withVariables } from './environment-example.ts'
import { formatOf, inFormat } from './file-format.ts'
import { assayError } from '../errors/index.ts'
import type { Proposal } from './openapi/propose.ts'
import { makeFolder } from '../spec/make-folder.ts'

const SCHEMA = fileURLToPath(new URL('../deployments/deployment.schema.json', import.meta.url))

export interface WrittenFiles {
  /** Both relative to the working directory. */
  readonly file: string
  readonly example: string
  /** Whether another deployment file of the folder uses the same variables. */
  readonly isShared: boolean
}

/**
 * @param force whether to overwrite an existing file
 * @throws AssayError for an unsupported name, and for an existing file
 */
export function refusePresent(file: string, force: boolean): void {
  formatOf(file)
  if (force || !existsSync(file)) return
  const ending = extname(file)
  const other = join(dirname(file), `${basename(file, ending)}-2${ending}`)
  throw assayError('deployment-file-exists', { file, command: `npx assay init ${shellWord(other)}` })
}

/** The JSON Schema as a relative reference without spaces, since editors stop at a space. */
export function schemaReference(folder: string, schema = SCHEMA): string {
  const path = relative(folder, schema).replaceAll('\\', '/')
  return encodeURI(path.startsWith('.') ? path : `./${path}`)
}

/** Writes a deployment file, and its variables into `.env.example` in the same folder. */
export function writeDeploymentFile(file: string, entries: Entries, proposal?: Proposal): WrittenFiles {
  const path = resolve(file)
  const example = join(dirname(path), '.env.example')
  const reference = schemaReference(dirname(path))
  const text = inFormat(deploymentFileText(entries, reference, proposal), formatOf(file), reference)
  const before = existsSync(example) ? readFileSync(example, 'utf8') : undefined
  const after = withVariables(before, variablesOf(entries))
  makeFolder(dirname(path))
  writeFileSync(path, text)
  writeFileSync(example, after)
  const shown = (of: string) => relative(process.cwd(), of)
  return { file: shown(path), example: shown(example), isShared: before !== undefined && after === before }
}
