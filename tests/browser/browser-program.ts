import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A browser to start, and what must stand in its environment. */
export interface BrowserProgram {
  readonly path: string
  readonly env: Readonly<Record<string, string>>
}

/** false where it is a stub, lacks a library, or is none at all. */
export const starts = ({ path, env }: BrowserProgram): Promise<boolean> =>
  promisify(execFile)(path, ['--version', '--no-sandbox'], {
    env: { ...process.env, ...env },
    timeout: 20_000,
  }).then(
    () => true,
    () => false,
  )
