import { existsSync, readFileSync, rmSync } from 'node:fs'
import { basename, extname, join, relative, resolve } from 'node:path'
import { glob } from 'tinyglobby'
import { loadDeployment } from '../fixtures/config/load-deployment.ts'
import type { Conformance } from '../reports/conformance.ts'
import { foldFleet, type Fleet, type JudgedDeployment } from '../reports/fleet/fleet.ts'
import { fleetPage } from '../reports/fleet/fleet-page.ts'
import { fleetTable } from '../reports/fleet/fleet-table.ts'
import { REPORT_FILES } from '../reports/report-files.ts'
import { areas, CONTRACT_VERSION, requirements } from '../spec/index.ts'
import { deadlineFrom } from './deadline.ts'
import { startRun, type RunUnderWay } from './fleet/start-run.ts'
import { readEnvironment } from './read-environment.ts'
import { selection, withoutSkipped } from './selection.ts'
import { toolVersion } from '../runner/tool-version.ts'
import { assayError } from '../errors/index.ts'
import type { Terminal } from './terminal.ts'
import { count } from '../spec/count.ts'
import { makeFolder } from '../spec/make-folder.ts'
import { writeWhole } from '../spec/write-whole.ts'

export interface FleetOptions {
  /** Paths or patterns of deployment files. */
  readonly deployments: readonly string[]
  /** Areas and requirement ids; empty: all. */
  readonly only: readonly string[]
  /** Where the comparison goes, and below it the report of each deployment. */
  readonly out: string
  /** So many runs at a time. */
  readonly parallel: string
  /** Of each run. */
  readonly seed?: string
  readonly deadline?: string
  readonly varyIdentity?: boolean
  readonly secondOpinions?: boolean
  readonly webhookUrl?: string
  readonly webhookPort?: string
  readonly baseline?: string
  readonly allowBlocked?: readonly string[] | undefined
  readonly edition?: string
  readonly history?: string | undefined
  readonly skip?: readonly string[]
  readonly onlyFailed?: boolean
  readonly maxFailures?: string | undefined
  /** Options that a fleet does not support. */
  readonly deployment?: string | undefined
  readonly shard?: string
  readonly quiet?: boolean
  readonly verbose?: boolean
  readonly json?: boolean
}

/** A deployment that is to be judged. */
interface Member {
  readonly file: string
  readonly name: string
  readonly directory: string
  /** Why it cannot be. */
  readonly problem?: string
}

const FLEET_JSON = 'fleet.json'

/**
 * Judges many deployments, several at a time, each in a separate run, and compares them.
 *
 * @returns the worst exit code of the runs: 2 one could not start, otherwise 1, 3 or 0
 * @throws AssayError before anything is sent
 */
export async function fleet(options: FleetOptions, { stdout, stderr }: Terminal): Promise<number> {
  const { deployments, only, out, parallel } = options
  // The runs read `.env` beside their files first. What this process adds would take precedence.
  const inherited = { ...process.env }
  readEnvironment(undefined, process.env)
  const chosen = withoutSkipped(selection(only), selection(options.skip ?? [], '--skip'))
  const limit = numberOfRuns(parallel)
  deadlineFrom(options.deadline)
  refuseTogether(options, limit)
  const members = await membersOf(deployments, inherited)
  const directory = resolve(out)
  const startedAt = new Date().toISOString()
  clear(directory)
  stderr.write(
    `Judging ${count(members.length, 'deployment')}, ${Math.min(limit, members.length)} at a time\n`,
  )

  const underWay = new Set<RunUnderWay>()
  let interrupted = false
  const interrupt = (signal: NodeJS.Signals) => {
    interrupted = true
    for (const run of underWay) run.interrupt(signal)
  }
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  const judge = async (member: Member): Promise<JudgedDeployment> => {
    if (member.problem !== undefined) return { ...member, exitCode: 2, conformance: undefined }
    if (interrupted) return unjudged(member, 3, 'Not judged: the run was interrupted.')
    const target = join(directory, member.directory)
    rmSync(join(target, 'conformance.json'), { force: true })
    const run = startRun(member.name, inherited, [
      '--deployment',
      member.file,
      '--out',
      relative(process.cwd(), target),
      ...(chosen.length > 0 ? ['--only', chosen.join(',')] : []),
      ...sharedOptions(options),
    ])
    underWay.add(run)
    const { exitCode, said } = await run.ended
    underWay.delete(run)
    const file = join(target, 'conformance.json')
    return existsSync(file)
      ? { ...member, exitCode, conformance: JSON.parse(readFileSync(file, 'utf8')) as Conformance }
      : unjudged(member, exitCode === 2 ? 2 : 3, said)
  }
  const judged = await severalAtOnce(members, limit, judge)
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt)

  const compared = foldFleet(judged, requirements, {
    tool: { name: 'assay', version: toolVersion() },
    contractVersion: CONTRACT_VERSION,
    startedAt,
    finishedAt: new Date().toISOString(),
    only: chosen,
  })
  const report = writeFleet(directory, compared)
  stdout.write(fleetTable(compared, { colour: stdout.isTTY === true, reportPath: report }))
  return compared.exitCode
}

const unjudged = (member: Member, exitCode: 2 | 3, problem: string): JudgedDeployment => ({
  ...member,
  exitCode,
  problem,
  conformance: undefined,
})

const sharedOptions = ({
  seed,
  deadline,
  varyIdentity,
  secondOpinions,
  webhookUrl,
  webhookPort,
  baseline,
  allowBlocked,
  edition,
  history,
  onlyFailed,
  maxFailures,
}: FleetOptions) => [
  ...(onlyFailed === true ? ['--only-failed'] : []),
  ...(maxFailures === undefined ? [] : ['--max-failures', maxFailures]),
  ...(baseline === undefined ? [] : ['--baseline', resolve(baseline)]),
  ...(allowBlocked ? [`--allow-blocked=${allowBlocked.join(',')}`] : []),
  ...(edition === undefined ? [] : ['--edition', edition]),
  ...(history === undefined ? [] : ['--history', resolve(history)]),
  ...(seed === undefined ? [] : ['--seed', seed]),
  ...(deadline === undefined ? [] : ['--deadline', deadline]),
  ...(varyIdentity === true ? ['--vary-identity'] : []),
  ...(secondOpinions === true ? ['--second-opinions'] : []),
  ...(webhookUrl === undefined ? [] : ['--webhook-url', webhookUrl]),
  ...(webhookPort === undefined ? [] : ['--webhook-port', webhookPort]),
]

function refuseTogether({ deployment, shard, webhookPort, ...output }: FleetOptions, limit: number): void {
  const shown = (['quiet', 'verbose', 'json'] as const).find((name) => output[name] === true)
  if (shown !== undefined) {
    throw assayError('option-for-one-deployment', { option: `--${shown}` })
  }
  if (deployment !== undefined) {
    throw assayError('options-conflict', { option: '--deployments', other: '--deployment' })
  }
  if (shard !== undefined) {
    throw assayError('option-for-one-deployment', { option: '--shard' })
  }
  if (limit > 1 && (webhookPort ?? process.env.ASSAY_WEBHOOK_PORT) !== undefined) {
    throw assayError('webhook-port-shared')
  }
}

/** Each run uses two processors. */
const MAX_PARALLEL = 64

function numberOfRuns(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1 && number <= MAX_PARALLEL) return number
  throw assayError('number-invalid', {
    option: '--parallel',
    value: text,
    unit: 'runs',
    from: 1,
    to: MAX_PARALLEL,
    example: '2',
  })
}

/**
 * The deployments whose files match, by name. A file that cannot be used is one of them, with the reason.
 *
 * @throws AssayError where nothing matches, or two would write into the same folder
 */
async function membersOf(
  patterns: readonly string[],
  inherited: NodeJS.ProcessEnv,
): Promise<readonly Member[]> {
  const found = await Promise.all(
    patterns.map(async (pattern) => {
      const files = existsSync(pattern) ? [pattern] : await glob(pattern, { expandDirectories: false })
      if (files.length > 0) return files
      throw assayError('deployments-not-found', { pattern, folder: process.cwd() })
    }),
  )
  const files = [...new Set(found.flat().map((file) => relative(process.cwd(), resolve(file))))]
  const members = (await Promise.all(files.map((file) => memberOf(file, inherited)))).sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : 0,
  )
  const taken = new Map<string, string>()
  for (const { file, directory } of members) {
    const other = taken.get(directory)
    if (other !== undefined) {
      throw assayError('deployments-share-a-name', { one: other, other: file, folder: directory })
    }
    taken.set(directory, file)
  }
  return members
}

async function memberOf(file: string, inherited: NodeJS.ProcessEnv): Promise<Member> {
  const environment = { ...inherited }
  readEnvironment(file, environment)
  try {
    const { name } = await loadDeployment(file, environment)
    return { file, name, directory: folderName(name) }
  } catch (error) {
    if (!(error instanceof Error && error.name === 'DeploymentFileError')) throw error
    const name = basename(file, extname(file))
    return { file, name, directory: folderName(name), problem: error.message }
  }
}

/** A folder name that is valid on every system, and that differs from every file of Assay. */
function folderName(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
  return plain === '' || plain === 'index.html' || plain === FLEET_JSON ? `deployment-${plain}` : plain
}

/** Removes the report of a single run, and the last comparison. */
function clear(directory: string): void {
  makeFolder(directory)
  for (const file of [...REPORT_FILES, FLEET_JSON]) rmSync(join(directory, file), { force: true })
}

async function severalAtOnce<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const left = items.map((item, place) => ({ item, place }))
  const takeNext = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      results[next.place] = await work(next.item)
  }
  await Promise.all(Array.from({ length: limit }, takeNext))
  return results
}

/** Writes the comparison, each file atomically, and returns the path of the page. */
function writeFleet(directory: string, compared: Fleet): string {
  const titles = new Map<string, string>(areas.map(({ id, title }) => [id, title]))
  const files = {
    [FLEET_JSON]: `${JSON.stringify(compared, null, 2)}\n`,
    'index.html': fleetPage(compared, titles),
  }
  for (const [name, text] of Object.entries(files)) {
    writeWhole(join(directory, name), text)
  }
  return join(directory, 'index.html')
}
