/** Playwright's reporter: shows progress, collects judgements, and writes the report when the run ends. */
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { areas, documentedStatuses, enumSites, errorCatalogue, operations, requirements, schemaSites } from '../spec/index.ts'
import type { Exchange, Judgement, PlannedCheck } from './conformance.ts'
import { coverageOf } from './coverage.ts'
import { createProgress, type Progress } from './progress.ts'
import { readExchanges } from './read-exchanges.ts'
import { terminalSummary } from './terminal-summary.ts'
import { foldRun } from './verdicts.ts'
import { writeReport } from './write-report.ts'

export interface ReporterOptions {
  readonly out: string
  readonly deployment: { readonly name: string; readonly baseUrl: string }
  readonly areas: readonly string[] | undefined
  readonly notOffered: readonly string[]
  readonly only: readonly string[]
  readonly seed: string
  readonly toolVersion: string
  readonly warnings: readonly string[]
}
