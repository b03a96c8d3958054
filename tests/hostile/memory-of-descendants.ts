import { readdirSync, readFileSync } from 'node:fs'

/**
 * Memory of all processes that descend from this one, bytes. Pages that processes share, such as those of the runtime's
 * own program, count once: the sum of their proportional set sizes.
 *
 * @param ignored ids of processes that do not count
 */
export const memoryOfDescendants = (ignored: ReadonlySet<number> = new Set()): number =>
  [...descendantsOfThis()].filter((pid) => !ignored.has(pid)).reduce((total, pid) => total + memoryOf(pid), 0)

/** Ids of the processes that descend from this one (Linux: /proc). */
function descendantsOfThis(): ReadonlySet<number> {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => processOf(pid) ?? [])
  const descendants = new Set([process.pid])
  // A child may have a lower id than its parent, so until nothing is added.
  for (let before = 0; before !== descendants.size;) {
    before = descendants.size
    for (const { pid, parent } of processes) if (descendants.has(parent)) descendants.add(pid)
  }
  descendants.delete(process.pid)
  return descendants
}

function processOf(pid: string) {
  const stat = textOf(`/proc/${pid}/stat`)
  // The name in parentheses may contain anything; state and parent follow it.
  const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  return stat === '' ? undefined : { pid: Number(pid), parent }
}

const memoryOf = (pid: number) =>
  1024 * Number(/^Pss: +(\d+) kB$/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)

/** Empty where the process has ended meanwhile. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The most memory that the processes of the work took, bytes. Idle judging processes of earlier work do not count. */
export async function peakMemoryDuring<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly peak: number }> {
  const earlier = descendantsOfThis()
  let peak = 0
  const timer = setInterval(() => (peak = Math.max(peak, memoryOfDescendants(earlier))), 200)
  try {
    return { result: await work(), peak }
  } finally {
    clearInterval(timer)
  }
}
