import { join } from 'node:path'
import type { Command } from './cost.ts'
import { median } from './median.ts'
import type { Figure } from './results.ts'

/** Shared by all measurements. */
export interface BenchSession {
  /** Root of the checkout. */
  readonly root: string
  /** Folder for temporary files. */
  readonly folder: string
  /** Directory of the report of a complete run on the reference server. */
  readonly run: string
  /** Number of repetitions of short measurements; the median counts. */
  readonly rounds: number
}

/** A program of this repository, by its path from the root. */
export const program = ({ root }: BenchSession, file: string, ...parameters: readonly string[]): Command => ({
  parameters: [join(root, file), ...parameters],
  cwd: root,
})

export const exchangesOf = ({ run }: BenchSession): string => join(run, 'exchanges.jsonl')

/** Prints the current measurement. */
export const say = (what: string): void => void process.stderr.write(`${what} …\n`)

export const figure = (of: string, value: string, target?: string): Figure => ({
  of,
  value,
  ...(target === undefined ? {} : { target }),
})

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
export const milliseconds = (ms: number): string => `${Math.round(ms)} ms`
export const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`
export const ratio = (one: number, other: number): string => `${(one / other).toFixed(2)} ×`

/** The median time, ms. */
export async function medianOf(rounds: number, measure: () => Promise<number>): Promise<number> {
  const measured: number[] = []
  for (let round = 0; round < rounds; round++) measured.push(await measure())
  return median(measured)
}
