/** The suites against many deployments, wherever they are, in one run of the engine. */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SubjectSource } from '../../fixtures/subjects.ts'
import { settled } from '../../reports/settle.ts'
import type { Cell, CellsFile } from './cells-reporter.ts'

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
  writeFileSync(join(folder, 'subjects.json'), JSON.stringify(subjects))
  await engine({
    ASSAY_SUBJECTS: join(folder, 'subjects.json'),
    ASSAY_REPORTER: join(root, 'tests/many-deployments/cells-reporter.ts'),
    ASSAY_OUT: folder,
    ASSAY_CELLS: join(folder, 'cells.json'),
  })
  const { cells, errors } = JSON.parse(readFileSync(join(folder, 'cells.json'), 'utf8')) as CellsFile
  if (errors.length > 0) throw new Error(`the engine failed: ${errors.join('; ')}`)
  const byDeployment = Map.groupBy(cells, ({ deployment }) => deployment)
  return new Map([...byDeployment].map(([name, all]) => [name, settled(all)]))
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
