import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { UsageError } from './usage-error.ts'

export type Instrument = 'faults' | 'mutants' | 'variants' | 'shells' | 'all'

export interface SelfTestOptions {
  readonly instrument: Instrument
  /** Beginnings of the ids of faults or variants; empty: all. */
  readonly prefixes: readonly string[]
  /** Requirements or areas that are judged on the shells; empty: all. */
  readonly only: readonly string[]
  /** Of the mutants, one in so many is judged. */
  readonly sample: string | undefined
  /** Whether the figures of `docs/proof.md` are written. */
  readonly record: boolean
}

const END_WITH_PARENT = fileURLToPath(new URL('../second-opinions/end-with-parent.cjs', import.meta.url))
const program = fileURLToPath(new URL('../selftest/run/self-test.ts', import.meta.url))

/**
 * Shows that the checks can fail, and fail for nothing else: a part of the sources, which the package leaves out.
 *
 * @returns the exit code: 0 proven, 1 something was missed or is a false alarm, 2 nothing has such an id
 * @throws UsageError where the sources are not there, or an option does not fit
 */
export async function selfTest({
  instrument,
  prefixes,
  only,
  sample,
  record,
}: SelfTestOptions): Promise<number> {
  if (!existsSync(program)) {
    throw new UsageError(
      'assay self-test requires the faulty deployments, which the package does not include.',
      'Run it in a source checkout.',
    )
  }
  if (only.length > 0 && instrument !== 'shells')
    throw new UsageError('--only was given without --shells.', 'Add --shells, or remove --only.')
  const child = spawn(
    process.execPath,
    [
      '--require',
      END_WITH_PARENT,
      program,
      instrument,
      ...prefixes,
      ...(only.length === 0 ? [] : ['--only', ...only]),
      ...(sample === undefined ? [] : ['--sample', sample]),
      ...(record ? ['--record'] : []),
    ],
    { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
  )
  return new Promise((ended, broken) => child.on('exit', (code) => ended(code ?? 3)).on('error', broken))
}
