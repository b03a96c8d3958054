/** Runs the suites in parallel against many deployments that one reference server hosts. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, stringify } from 'yaml'
import { startReferenceServer, type ReferenceServer } from '../../reference/start-process.ts'
import type { TargetSource } from '../../fixtures/targets.ts'
import type { OperationName, RequirementId } from '../../spec/index.ts'
import {
  judgeTargets,
  reportedTargets,
  type CheckResultKept,
  type ReportedTarget,
  type Settles,
} from './judge-targets.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** One of the hosted deployments, and the requirements to judge. */
export interface Hosted {
  readonly name: string
  /** Path prefix of the version segment and of the provider states, such as `/faults/<id>`. */
  readonly prefix: string
  readonly only: readonly RequirementId[]
  /** Requirements whose checks run although they wait for an expiry. */
  readonly waitsFor: readonly RequirementId[]
  /** Operations that the deployment file binds differently. */
  readonly bindings?: Bindings
  /** Whether the deployment file names no provider-state endpoint; default: it names the server's. */
  readonly isStateless?: boolean
}

/** `METHOD /path`, or null: not offered. */
export type Bindings = Partial<Readonly<Record<OperationName, string | null>>>

/**
 * The judgements of every check, by deployment name.
 *
 * @throws Error when a judging process failed
 */
export const judgeHosted = (
  hosted: readonly Hosted[],
  settles?: Settles,
): Promise<ReadonlyMap<string, readonly CheckResultKept[]>> =>
  onServer(hosted, (targets) => judgeTargets(targets, settles))

/**
 * The reduced results of each deployment, by name.
 *
 * @throws Error when a judging process failed
 */
export const reportedHosted = <Kept>(
  hosted: readonly Hosted[],
  settles: Settles,
  kept: (target: ReportedTarget) => Kept,
): Promise<ReadonlyMap<string, Kept>> =>
  onServer(hosted, (targets) => reportedTargets(targets, settles, kept))

async function onServer<Result>(
  hosted: readonly Hosted[],
  judge: (targets: readonly TargetSource[]) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-many-'))
  // In a separate process: a test runner tracks every promise of its process, and a server creates many.
  const server = await startSelftestProcess()
  try {
    const { origin } = new URL(server.variables.ASSAY_REFERENCE_URL!)
    const targets = hosted.map(({ name, prefix, only, waitsFor, ...differences }, index): TargetSource => ({
      name,
      file: fileOf(differences, join(folder, `${index}.yaml`)),
      variables: {
        ...server.variables,
        ASSAY_REFERENCE_URL: `${origin}${prefix}/2025-10-13`,
        ASSAY_REFERENCE_STATES_URL: `${origin}${prefix}/_states`,
      },
      only,
      waitsFor,
    }))
    return await judge(targets)
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const deploymentFile = join(root, 'selftest/hosted/hurried-reference.yaml')

/** The path of the deployment file; written if it differs from that of the reference server. */
function fileOf({ bindings = {}, isStateless = false }: Differences, path: string): string {
  if (Object.keys(bindings).length === 0 && !isStateless) return deploymentFile
  const { states, ...rest } = parse(readFileSync(deploymentFile, 'utf8')) as Readonly<Record<string, unknown>>
  writeFileSync(path, stringify({ ...rest, ...(!isStateless && { states }), operations: bindings }))
  return path
}

type Differences = Pick<Hosted, 'bindings' | 'isStateless'>

/** Starts the reference server with every fault, variant and shell in a process that ends with this one. */
const startSelftestProcess = (): Promise<ReferenceServer> =>
  startReferenceServer(fileURLToPath(new URL('program.ts', import.meta.url)))
