/** Collects what every check said of every deployment, for `judged-cells.ts`. */
import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { judgementsOf } from '../../reports/judgement-of.ts'
import type { Judgement } from '../../spec/index.ts'

/** What is kept of a judgement. */
export type Cell = Pick<
  Judgement,
  'deployment' | 'title' | 'requirements' | 'verdict' | 'message' | 'blame' | 'conventions'
>

export interface CellsFile {
  readonly cells: readonly Cell[]
  readonly errors: readonly string[]
}

export default class CellsReporter implements Reporter {
  private readonly cells: Cell[] = []
  private readonly errors: string[] = []

  onTestEnd(test: TestCase, result: TestResult): void {
    const judgements = judgementsOf(result)
    if (result.status !== 'passed')
      this.errors.push(`${test.title}: ${result.error?.message ?? result.status}`)
    for (const { deployment, title, requirements, verdict, message, blame, conventions } of judgements) {
      const broken = conventions.filter((tally) => tally.broken.length > 0)
      this.cells.push({
        deployment,
        title,
        requirements,
        verdict,
        conventions: broken,
        ...(message === undefined ? {} : { message }),
        ...(blame === undefined ? {} : { blame }),
      })
    }
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
