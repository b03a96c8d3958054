import { assayError } from '../errors/index.ts'

/** The message of a bug in Assay, with its stack. */
export function internalError(error: unknown): { readonly message: string; readonly exitCode: number } {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const { message: text, exitCode } = assayError('internal-error', { message })
  return { message: `${text}\n${stack}`, exitCode }
}
