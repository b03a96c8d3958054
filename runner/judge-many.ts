import { availableParallelism } from 'node:os'
import type { TargetSource } from '../fixtures/targets.ts'
import type { Judged } from './judging-process.ts'
import { takeProcess } from './judging-processes.ts'

/** Targets that one process judges at a time: while one waits for an expiry, another goes on. */
const AT_A_TIME = 2

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
  const processes = Math.min(availableParallelism(), Math.ceil(targets.length / AT_A_TIME))
  await Promise.all(Array.from({ length: processes }, judgeInProcess))
  return judged

  async function judgeInProcess(): Promise<void> {
    const judging = takeProcess()
    const judgeUntilNoneIsLeft = async () => {
      for (let target = left.shift(); target !== undefined; target = left.shift()) {
        const result = await judging.judge({ target, settles, keepsExchanges })
        judged.set(result.name, kept(result))
        onJudged(judged.size)
      }
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, judgeUntilNoneIsLeft))
    judging.release()
  }
}
