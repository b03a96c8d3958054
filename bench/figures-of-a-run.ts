import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Conformance } from '../reports/conformance.ts'

const root = fileURLToPath(new URL('./..', import.meta.url))
const KIB = 1024

/** Judges the reference server, and measures the cost. */
export function figuresOfANewRun(): Readonly<Record<string, number>> {
  const out = mkdtempSync(join(tmpdir(), 'assay-budget-'))
  try {
    spawnSync(process.execPath, [join(root, 'cli/assay.ts'), 'run', '--reference', '--out', out], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return figuresOfARun(out)
  } finally {
    rmSync(out, { recursive: true })
  }
}

/**
 * The cost and output of a run per requirement.
 *
 * @param directory of its report
 * @throws Error when it was not a complete run of a conforming deployment: then the figures would mean nothing
 */
export function figuresOfARun(directory: string): Readonly<Record<string, number>> {
  const text = (name: string) => readFileSync(join(directory, name), 'utf8')
  const { requirements, only, verdict } = JSON.parse(text('conformance.json')) as Conformance
  if (verdict !== 'conformant' || only.length > 0)
    throw new Error(
      `${directory} holds no whole run of a conformant deployment: nothing can be compared with it.`,
    )
  const lines = (name: string) => text(name).trim().split('\n').length
  const bytes = (name: string) => statSync(join(directory, name)).size
  const [checks, exchanges] = [lines('planned.jsonl'), lines('exchanges.jsonl')]
  const judged = requirements.filter((requirement) => requirement.verdict !== 'not-specified').length
  return {
    'exchanges per check': rounded(exchanges / checks),
    'checks per requirement judged': rounded(checks / judged),
    'exchanges in all': exchanges,
    'exchanges.jsonl, KiB per exchange': rounded(bytes('exchanges.jsonl') / KIB / exchanges),
    'index.html, KiB per exchange': rounded(bytes('index.html') / KIB / exchanges),
    'conformance.json, KiB per requirement': rounded(bytes('conformance.json') / KIB / requirements.length),
  }
}

const rounded = (number: number) => Math.round(number * 1000) / 1000
