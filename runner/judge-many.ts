import { availableParallelism } from 'node:os'
import type { TargetSource } from '../fixtures/targets.ts'
import type { Judged } from './judging-process.ts'
import { takeProcess, type JudgingProcess } from './judging-processes.ts'

/** Targets that one process judges at a time: while one waits for an expiry, another goes on. */
const AT_A_TIME = 12

export interface JudgeManyOptions {
  /** Is called after each, with the number judged so far. */
  readonly onJudged?: (judged: number) => void
  /** Default: not kept. */
  readonly keepsExchanges?: boolean
}

/**
 * Judges many deployments, each by the checks that apply to it: one process per processor.
 *
 * @param settles verdicts whose witnesses come from controls
 * @param kept what to keep of each deployment; many with their exchanges do not fit into memory
 * @throws Error when a process ends before its work is done
 */
export async function judgeMany<Kept>(
  targets: readonly TargetSource[],
  settles: readonly ('pass' | 'fail' | 'warn')[],
  kept: (judged: Judged) => Kept,
  { onJudged = () => undefined, keepsExchanges = false }: JudgeManyOptions = {},
): Promise<ReadonlyMap<string, Kept>> {
  const judged = new Map<string, Kept>()
  const left = [...targets]
  const processes = Array.from({ length: Math.min(availableParallelism(), targets.length) }, takeProcess)
  const judgeUntilNoneIsLeft = async (judging: JudgingProcess) => {
    for (let target = left.shift(); target !== undefined; target = left.shift()) {
      const result = await judging.judge({ target, settles, keepsExchanges })
      judged.set(result.name, kept(result))
      onJudged(judged.size)
    }
  }
  // Each process gets its first target before any gets its second.
  await Promise.all(Array.from({ length: AT_A_TIME }, () => processes.map(judgeUntilNoneIsLeft)).flat())
  for (const process of processes) process.release()
  return judged
}
