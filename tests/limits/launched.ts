/** Runs that a launcher started, as `npm start` does, and the processes of their group. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const LAUNCHER = join(root, 'cli/with-dependencies.mjs')

/** Runs the command as a launcher's child, in a separate process group. */
export function launch(parameters: readonly string[]): ChildProcess {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  return spawn(process.execPath, [LAUNCHER, 'cli/assay.ts', ...parameters], {
    cwd: root,
    env,
    stdio: 'ignore',
    detached: true,
  })
}

export async function until(holds: () => boolean, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(20)) if (holds()) return true
  return holds()
}

/** Whether some checks of the run have ended. */
export const isJudging = (out: string) => () => {
  const file = join(out, 'judgements.jsonl')
  return existsSync(file) && readFileSync(file, 'utf8').split('\n').length > 10
}

/** Running processes of the launcher's group, without the launcher. */
export const membersOf = (group: number): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== group && groupOf(pid) === group)

function groupOf(pid: number): number | undefined {
  try {
    // After the name in parentheses: state, parent, group.
    const [state, , group] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return state === 'Z' ? undefined : Number(group)
  } catch {
    return undefined
  }
}
