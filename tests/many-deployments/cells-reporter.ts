/** Collects what every check said of every deployment, for `judged-cells.ts`. */
import { writeFileSync } from 'node:fs'
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { judgementsOf } from '../../reports/judgement-of.ts'
import type { Judgement } from '../../spec/index.ts'

/** What is kept of a judgement. */
export type Cell = Pick<
  Judgement,
  'deployment' | 'title' | 'requirements' | 'verdict' | 'message' | 'fixIn' | 'conventions' | 'witnesses'
>

export interface CellsFile {
  readonly cells: readonly Cell[]
  readonly errors: readonly string[]
}

export default class CellsReporter implements Reporter {
  private readonly cells: Cell[] = []
  private readonly errors: string[] = []
  private ended = 0
  private planned = 0

  onBegin(_config: FullConfig, suite: Suite): void {
    this.planned = suite.allTests().length
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const judgements = judgementsOf(result)
    if (result.status !== 'passed')
      this.errors.push(`${test.title}: ${result.error?.message ?? result.status}`)
    for (const {
      deployment,
      title,
      requirements,
      verdict,
      message,
      fixIn,
      conventions,
      witnesses,
    } of judgements) {
      const broken = conventions.filter((tally) => tally.broken.length > 0)
      this.cells.push({
        deployment,
        title,
        requirements,
        verdict,
        conventions: broken,
        ...(witnesses === undefined ? {} : { witnesses }),
        ...(message === undefined ? {} : { message }),
        ...(fixIn === undefined ? {} : { fixIn }),
      })
    }
    this.tellHowFar()
  }

  /** A line for every tenth of the run, for whoever waits at a terminal. */
  private tellHowFar(): void {
    this.ended++
    const tenths = (ended: number) => Math.floor((10 * ended) / this.planned)
    if (process.env.ASSAY_TELL_HOW_FAR !== undefined && tenths(this.ended) > tenths(this.ended - 1))
      process.stderr.write(
        `${this.ended} of ${this.planned} deployments, ${this.cells.length} checks judged, after ${Math.round(process.uptime())} s\n`,
      )
  }

  onError(error: TestError): void {
    this.errors.push(error.message ?? error.value ?? 'unknown error')
  }

  onEnd(): void {
    writeFileSync(
      process.env.ASSAY_CELLS!,
      JSON.stringify({ cells: this.cells, errors: this.errors } satisfies CellsFile),
    )
  }
}
