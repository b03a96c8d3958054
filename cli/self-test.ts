import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { assayError } from '../errors/index.ts'
import { selection } from './selection.ts'

export type Instrument = 'faults' | 'mutants' | 'variants' | 'shells' | 'all'

export interface SelfTestOptions {
  readonly instrument: Instrument
  /** Beginnings of the ids of faults or variants; empty: all. */
  readonly prefixes: readonly string[]
  /** Words of `--only`: what is judged; empty: all. */
  readonly only: readonly string[]
  /** One of this many mutants is judged. */
  readonly sample: string | undefined
  /** Whether the figures of `docs/proof.md` are written. */
  readonly record: boolean
}

const END_WITH_PARENT = fileURLToPath(new URL('../second-opinions/end-with-parent.cjs', import.meta.url))
const program = fileURLToPath(new URL('../selftest/run/self-test.ts', import.meta.url))

/**
 * Proves that the checks fail on violations, and only on them. The package does not include it.
 *
 * @returns the exit code: 0 proven, 1 a miss or a false failure, 2 no such id
 * @throws AssayError when the sources are missing, or an option is invalid
 */
export async function selfTest({
  instrument,
  prefixes,
  only,
  sample,
  record,
}: SelfTestOptions): Promise<number> {
  if (!existsSync(program)) {
    throw assayError('self-test-not-included')
  }
  const judgesEverything = record || instrument === 'mutants' || instrument === 'all'
  if (only.length > 0 && judgesEverything) throw assayError('self-test-only-everything')
  const chosen = selection(only)
  const child = spawn(
    process.execPath,
    [
      '--require',
      END_WITH_PARENT,
      program,
      instrument,
      ...prefixes,
      ...(chosen.length === 0 ? [] : ['--only', ...chosen]),
      ...(sample === undefined ? [] : ['--sample', sample]),
      ...(record ? ['--record'] : []),
    ],
    { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
  )
  return new Promise((ended, broken) => child.on('exit', (code) => ended(code ?? 3)).on('error', broken))
}
