/**
 * The fault matrix: the suites against every fault of the reference, in one run of the engine. Each fault must be
 * caught by the requirements that it names, and by no others.
 *
 *   node tests/faults/matrix.ts [prefix of fault ids …]     prints the matrix
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SubjectSource } from '../../fixtures/subjects.ts'
import type { Fault } from '../../reference/faults/fault.ts'
import { faults } from '../../reference/faults/index.ts'
import { startReference } from '../../reference/serve.ts'
import { requirements, type RequirementId } from '../../spec/index.ts'
import type { Cell, MatrixFile } from './matrix-reporter.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What the suites said of one fault. */
export interface FaultResult {
  readonly fault: Fault
  /** Requirements that went red (fail or warn). */
  readonly red: readonly RequirementId[]
  /** Named by the fault, and yet not red. */
  readonly missed: readonly RequirementId[]
  /** Red, and not named by the fault. */
  readonly unrelated: readonly { readonly id: RequirementId; readonly said: string }[]
  readonly checksRun: number
}

/**
 * Runs the suites against the faults.
 *
 * @param chosen faults to run
 * @throws Error when the engine itself failed
 */
export async function runMatrix(chosen: readonly Fault[]): Promise<readonly FaultResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-matrix-'))
  const credentials = { clientId: 'matrix-client', clientSecret: 'matrix-secret-of-the-tests' }
  const statesToken = 'matrix-states-token'
  const server = await startReference({ credentials, statesToken })
  try {
    const origin = new URL(server.url).origin
    const subjects = chosen.map((fault): SubjectSource => ({
      name: fault.id,
      file: join(root, 'deployments/reference.yaml'),
      variables: {
        ASSAY_REFERENCE_URL: `${origin}/faults/${fault.id}/2025-10-13`,
        ASSAY_REFERENCE_STATES_URL: `${origin}/faults/${fault.id}/_states`,
        ASSAY_REFERENCE_STATES_TOKEN: statesToken,
        ASSAY_REFERENCE_CLIENT_ID: credentials.clientId,
        ASSAY_REFERENCE_CLIENT_SECRET: credentials.clientSecret,
      },
      only: judgedFor(fault),
      waitsFor: fault.breaks,
    }))
    writeFileSync(join(folder, 'subjects.json'), JSON.stringify(subjects))
    await engine({
      ASSAY_SUBJECTS: join(folder, 'subjects.json'),
      ASSAY_KEEP_GOING: '1',
      ASSAY_REPORTER: join(root, 'tests/faults/matrix-reporter.ts'),
      ASSAY_OUT: folder,
      ASSAY_MATRIX: join(folder, 'matrix.json'),
    })
    const { cells, errors } = JSON.parse(readFileSync(join(folder, 'matrix.json'), 'utf8')) as MatrixFile
    if (errors.length > 0) throw new Error(`the engine failed: ${errors.join('; ')}`)
    const byFault = Map.groupBy(cells, ({ deployment }) => deployment)
    return chosen.map((fault) => resultOf(fault, byFault.get(fault.id) ?? []))
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The requirements that are judged against a fault: all of the flows whose requirements it names; for a fault in what
 * every response must keep, all flows, since any response may show it.
 */
function judgedFor({ breaks }: Fault): readonly RequirementId[] {
  const flows = new Set(breaks.map(flowOf))
  const everywhere = flows.has('CNV')
  return requirements.filter(({ id }) => everywhere || flows.has(flowOf(id))).map(({ id }) => id)
}

const flowOf = (id: RequirementId) => id.slice(0, 3)

function resultOf(fault: Fault, cells: readonly Cell[]): FaultResult {
  const said = new Map<RequirementId, string>()
  const note = (ids: readonly string[], message: string) => {
    for (const id of ids) if (!said.has(id as RequirementId)) said.set(id as RequirementId, message)
  }
  for (const { requirements: ids, verdict, message, title, conventions } of cells) {
    if (verdict === 'fail' || verdict === 'warn') note(ids, `${title}: ${message ?? ''}`)
    for (const { requirement, broken } of conventions) note([requirement], broken[0]?.finding.message ?? '')
  }
  const red = [...said.keys()]
  const allowed = new Set<RequirementId>([...fault.breaks, ...(fault.mayAlsoBreak ?? [])])
  return {
    fault,
    red,
    missed: fault.breaks.filter((id) => !said.has(id)),
    unrelated: red.filter((id) => !allowed.has(id)).map((id) => ({ id, said: said.get(id)! })),
    checksRun: cells.length,
  }
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

/** One line per fault: caught or not, by whom, and what else went red. */
export function describeResult({ fault, red, missed, unrelated, checksRun }: FaultResult): string {
  const state = missed.length > 0 ? 'MISSED ' : unrelated.length > 0 ? 'ALARMED' : 'caught '
  const lines = [`${state} ${fault.id} (${checksRun} checks): red ${red.join(' ') || 'nothing'}`]
  if (missed.length > 0) lines.push(`        not broken, though named: ${missed.join(' ')}`)
  for (const { id, said } of unrelated)
    lines.push(`        broken, though not named: ${id}: ${said.slice(0, 300)}`)
  return lines.join('\n')
}

if (import.meta.main) {
  const prefixes = process.argv.slice(2)
  const chosen = faults.filter(
    ({ id }) => prefixes.length === 0 || prefixes.some((prefix) => id.startsWith(prefix)),
  )
  const results = await runMatrix(chosen)
  for (const result of results) console.log(describeResult(result))
  const clean = results.filter(({ missed, unrelated }) => missed.length === 0 && unrelated.length === 0)
  console.log(`${clean.length} of ${results.length} faults caught by what they name and by nothing else`)
  process.exitCode = clean.length === results.length ? 0 : 1
}
