/** The suites against many deployments, wherever they are, in one run of the engine. */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SubjectSource } from '../../fixtures/subjects.ts'
import { settled } from '../../reports/settle.ts'
import type { Judgement } from '../../spec/index.ts'
import type { Cell, CellsFile } from './cells-reporter.ts'
import type { JudgementsFile } from './judgements-reporter.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * What every check said, by the name of the deployment.
 *
 * @param folder for the files of the run
 * @throws Error when the engine itself failed
 */
export async function judgedSubjects(
  subjects: readonly SubjectSource[],
  folder: string,
): Promise<ReadonlyMap<string, readonly Cell[]>> {
  const { cells } = await reported<CellsFile>(subjects, folder, 'cells-reporter.ts')
  const byDeployment = Map.groupBy(cells, ({ deployment }) => deployment)
  return new Map([...byDeployment].map(([name, all]) => [name, settled(all)]))
}

/**
 * The whole judgements, by the name of the deployment: what verdicts are folded from.
 *
 * @param folder for the files of the run
 * @throws Error when the engine itself failed
 */
export async function subjectsJudgements(
  subjects: readonly SubjectSource[],
  folder: string,
): Promise<ReadonlyMap<string, readonly Judgement[]>> {
  const { judgements } = await reported<JudgementsFile>(subjects, folder, 'judgements-reporter.ts')
  return Map.groupBy(judgements, ({ deployment }) => deployment)
}

/** What a reporter of this folder kept of a run over the subjects. */
async function reported<Kept extends { readonly errors: readonly string[] }>(
  subjects: readonly SubjectSource[],
  folder: string,
  reporter: string,
): Promise<Kept> {
  writeFileSync(join(folder, 'subjects.json'), JSON.stringify(subjects))
  await engine({
    ASSAY_SUBJECTS: join(folder, 'subjects.json'),
    ASSAY_REPORTER: join(root, 'tests/many-deployments', reporter),
    ASSAY_OUT: folder,
    ASSAY_CELLS: join(folder, 'kept.json'),
  })
  const kept = JSON.parse(readFileSync(join(folder, 'kept.json'), 'utf8')) as Kept
  if (kept.errors.length > 0) throw new Error(`the engine failed: ${kept.errors.join('; ')}`)
  return kept
}

async function engine(variables: Readonly<Record<string, string>>): Promise<void> {
  const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli')
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const child = spawn(
    process.execPath,
    [playwright, 'test', '--config', join(root, 'playwright.config.ts')],
    {
      cwd: root,
      env: { ...inherited, ...variables },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  await new Promise<void>((done, broken) => child.on('exit', () => done()).on('error', broken))
}
