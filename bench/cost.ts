/** The cost of a command: time, processor time and memory of its whole process tree. Linux only: reads /proc. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { medianByTime } from './median.ts'
import { memoryOfDescendants } from '../tests/hostile/memory-of-descendants.ts'

export interface Cost {
  readonly wallMs: number
  /** Processor time of all its processes, ms. */
  readonly cpuMs: number
  /** Maximum memory of its processes together, bytes. */
  readonly peakBytes: number
  readonly stdout: string
}

/** Clock ticks per second in /proc, the same on every Linux. */
const TICKS = 100
const SAMPLED_EVERY_MS = 200

export interface Command {
  readonly program?: string
  readonly parameters: readonly string[]
  readonly cwd: string
  readonly variables?: Readonly<Record<string, string>>
  /** Exit codes of success, null for an end by a signal; default: 0. */
  readonly exitCodes?: readonly (number | null)[]
}

/**
 * Runs one command to its end.
 *
 * @throws Error on failure: the figures would mean nothing
 */
export async function costOf({
  program,
  parameters,
  cwd,
  variables,
  exitCodes = [0],
}: Command): Promise<Cost> {
  const cpuBefore = cpuOfChildren()
  const begun = performance.now()
  let peakBytes = 0
  const timer = setInterval(() => (peakBytes = Math.max(peakBytes, memoryOfDescendants())), SAMPLED_EVERY_MS)
  const child = spawn(program ?? process.execPath, parameters, {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')))
  child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString('utf8')).slice(-2_000)))
  const code = await new Promise<number | null>((ended, broken) =>
    child.on('close', ended).on('error', broken),
  )
  clearInterval(timer)
  const cost = { wallMs: performance.now() - begun, cpuMs: cpuOfChildren() - cpuBefore, peakBytes, stdout }
  if (!exitCodes.includes(code))
    throw new Error(
      `${[program ?? 'node', ...parameters].join(' ')} ended with ${code}: ${stdout.slice(-1_000)}\n${stderr}`,
    )
  return cost
}

/** Processor time of all ended children, including their children, ms. */
function cpuOfChildren(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // The name in parentheses may contain anything, so fields are counted from behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[13]) + Number(fields[14])) * 1000) / TICKS
}

/** The run with the median time; with the maximum memory of all runs. */
export async function medianCost(rounds: number, command: Command): Promise<Cost> {
  const costs: Cost[] = []
  for (let round = 0; round < rounds; round++) costs.push(await costOf(command))
  const median = medianByTime(costs, ({ wallMs }) => wallMs)
  return { ...median, peakBytes: Math.max(...costs.map(({ peakBytes }) => peakBytes)) }
}
