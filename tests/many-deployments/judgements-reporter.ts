/** Keeps every judgement on every deployment whole, for whoever folds them into verdicts. */
import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { judgementsOf } from '../../reports/judgement-of.ts'
import type { Judgement } from '../../spec/index.ts'

export interface JudgementsFile {
  readonly judgements: readonly Judgement[]
  readonly errors: readonly string[]
}

export default class JudgementsReporter implements Reporter {
  private readonly judgements: Judgement[] = []
  private readonly errors: string[] = []

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status !== 'passed')
      this.errors.push(`${test.title}: ${result.error?.message ?? result.status}`)
    this.judgements.push(...judgementsOf(result))
    if (process.env.ASSAY_TELL_HOW_FAR !== undefined)
      process.stderr.write(`${test.title}: ${(result.duration / 1000).toFixed(1)} s\n`)
  }

  onError(error: TestError): void {
    this.errors.push(error.message ?? error.value ?? 'unknown error')
  }

  onEnd(): void {
    writeFileSync(
      process.env.ASSAY_CELLS!,
      JSON.stringify({ judgements: this.judgements, errors: this.errors } satisfies JudgementsFile),
    )
  }
}
