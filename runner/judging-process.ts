/** One of the processes of `judging-processes.ts`: judges the targets that it is sent, a few at a time. */
import { loadTarget, type TargetSource } from '../fixtures/targets.ts'
import type { Judgement } from '../spec/index.ts'
import { collectChecks, knownControls } from './collect-checks.ts'
import { judgeTarget, type JudgedTarget } from './judge-target.ts'

/** The message from the parent. */
export interface Asked {
  readonly target: TargetSource
  /** Verdicts whose needs are settled. */
  readonly settles: readonly string[]
  readonly keepsExchanges: boolean
}

/** The message to the parent. */
export interface Judged extends JudgedTarget {
  readonly name: string
}

const checks = await collectChecks()
const controls = knownControls()

process.on('message', ({ target, settles, keepsExchanges }: Asked) => {
  const isSettled = ({ verdict }: Judgement) => settles.includes(verdict)
  void loadTarget(target, process.env)
    .then((found) => judgeTarget(found, checks, controls, isSettled, keepsExchanges))
    .then((judged) => process.send!({ name: target.name, ...judged } satisfies Judged))
    .catch((error: unknown) => {
      console.error(error)
      process.exit(1)
    })
})
// The parent has ended.
process.on('disconnect', () => process.exit())
