/** Commands that may not end: nothing can interrupt some of them in the process of the tests. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Ended } from './assay.ts'

const PROGRAM = fileURLToPath(new URL('perform-commands.ts', import.meta.url))
/** Of all commands together. */
const TIME_LIMIT_MS = 120_000

type Commands = readonly (readonly string[])[]

export interface Performed {
  /** Of each command; undefined: it did not end, and a new process performed the commands after it. */
  readonly results: readonly (Ended | undefined)[]
  /** Whether the process ended after its last command. */
  readonly hasEnded: boolean
}

/**
 * Performs commands one after another in one other process, since a process for each takes a second of processor time
 * more.
 */
export async function performed(
  commands: Commands,
  variables: Readonly<Record<string, string>> = {},
): Promise<Performed> {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(commands)], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: TIME_LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const lines = stdout.split('\n').slice(0, -1)
  const results = lines.map((line) => JSON.parse(line) as Ended)
  const hasEnded = code === 0
  if (results.length === commands.length) return { results, hasEnded }
  const rest = await performed(commands.slice(results.length + 1), variables)
  return { results: [...results, undefined, ...rest.results], hasEnded }
}
