import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { costOf } from '../cost.ts'
import type { Figure } from '../results.ts'
import { figure, program, say, seconds, type BenchSession } from '../session.ts'

/** Installs the tools of the tests, and runs almost no test. */
const INSTALL = 'npm test -- unit/plurals'

/**
 * Whole commands, once each: the fault matrix here, and the two commands of the README in clones of the last commit.
 */
export async function commands(session: BenchSession): Promise<readonly Figure[]> {
  const { root, folder } = session
  say('The fault matrix')
  // A missed fault does not change the time of the others.
  const faults = await costOf({ ...program(session, 'cli/assay.ts', 'self-test'), exitCodes: [0, 1] })
  const home = join(folder, 'home')
  mkdirSync(home)
  const inShell = (command: string, cwd: string) =>
    costOf({ program: 'sh', parameters: ['-c', command], cwd, variables: { HOME: home } })
  const startIn = async (clone: string) => {
    await inShell(`git clone --quiet '${root}' ${clone}`, folder)
    return inShell('npm start', join(folder, clone))
  }
  say('npm start in a clone, which fills the cache of npm')
  const cold = await startIn('first')
  say('npm start in another clone')
  const warm = await startIn('second')
  say('npm test in it')
  await inShell(INSTALL, join(folder, 'second'))
  const test = await inShell('npm test', join(folder, 'second'))
  return [
    figure('every fault of the self-test', seconds(faults.wallMs), 'at most 240 s'),
    figure('… caught in it', /\d+ of \d+ faults? caught/.exec(faults.stdout)?.[0] ?? 'unknown'),
    figure('npm start in a clone, nothing in the cache of npm', seconds(cold.wallMs)),
    figure('npm start in another clone, from the cache of npm', seconds(warm.wallMs), 'at most 25 s'),
    figure('npm test, after its installation', seconds(test.wallMs), 'at most 240 s'),
  ]
}
