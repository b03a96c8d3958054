import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A browser to start, with its environment variables. */
export interface BrowserProgram {
  readonly path: string
  readonly env: Readonly<Record<string, string>>
}

/** false for a stub, a browser with a missing library, or no browser. */
export const starts = ({ path, env }: BrowserProgram): Promise<boolean> =>
  promisify(execFile)(path, ['--version', '--no-sandbox'], {
    env: { ...process.env, ...env },
    timeout: 20_000,
  }).then(
    () => true,
    () => false,
  )
