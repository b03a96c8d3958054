import { existsSync } from 'node:fs'
import { assayError } from '../errors/index.ts'

/** Names by which a deployment file is found without being named. */
const DEFAULT_FILES = ['yaml', 'yml', 'json', 'mjs', 'mts', 'js', 'ts', 'cjs', 'cts'].map(
  (ending) => `deployment.${ending}`,
)

export interface TargetOptions {
  /** The deployment file as the argument of a command. */
  readonly file?: string | undefined
  readonly deployment?: string | undefined
  readonly reference?: boolean | undefined
}

/**
 * The deployment file that a command is for: the one that is named, or the one in the working directory.
 *
 * @param command that names it, for the errors
 * @returns undefined for the reference server, which is never the default
 * @throws AssayError where that leaves none, or several
 */
export function targetOf(
  { file, deployment, reference = false }: TargetOptions,
  command: 'run' | 'doctor' | 'ui' | 'explore',
): string | undefined {
  const given = [file, deployment].filter((path) => path !== undefined)
  if (given.length + (reference ? 1 : 0) > 1)
    throw assayError('deployments-named-twice', { named: [...given, ...(reference ? ['--reference'] : [])] })
  if (reference) return undefined
  if (given[0] !== undefined) return given[0]
  const found = defaultFiles()
  if (found.length === 1) return found[0]
  const named = command === 'explore' ? 'explore --deployment FILE' : `${command} FILE`
  if (found.length > 1) throw assayError('deployment-not-named', { files: found, named })
  throw assayError('deployment-missing', { command, named })
}

/** The deployment files in the working directory that need not be named. */
export const defaultFiles = (): readonly string[] => DEFAULT_FILES.filter((name) => existsSync(name))
