import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TargetSource } from '../fixtures/targets.ts'
import type { Asked, Judged } from './judging-process.ts'

/** Targets that one process judges at a time: while one waits for an expiry, another goes on. */
const AT_A_TIME = 2
const program = fileURLToPath(new URL(`judging-process${extname(import.meta.url)}`, import.meta.url))

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
  await Promise.all(Array.from({ length: processes }, () => judgeInProcess()))
  return judged

  function judgeInProcess(): Promise<void> {
    return new Promise((done, broken) => {
      // Below a test, neither its flags nor its context are for this program.
      const { NODE_TEST_CONTEXT: _, ...env } = process.env
      const child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [], env })
      let underWay = 0
      const sendNext = () => {
        const target = left.shift()
        if (target) {
          underWay++
          child.send({ target, settles, keepsExchanges } satisfies Asked)
        } else if (underWay === 0) child.disconnect()
      }
      child.on('message', (message: 'ready' | Judged) => {
        if (message === 'ready') {
          for (let lane = 0; lane < AT_A_TIME && left.length > 0; lane++) sendNext()
          if (underWay === 0) child.disconnect()
          return
        }
        underWay--
        judged.set(message.name, kept(message))
        onJudged(judged.size)
        sendNext()
      })
      child.on('error', broken)
      child.on('exit', (code) =>
        code === 0 ? done() : broken(new Error(`a judging process ended with ${code}`)),
      )
    })
  }
}
