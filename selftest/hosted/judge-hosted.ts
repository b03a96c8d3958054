/** Runs the suites in parallel against many deployments that one reference server hosts. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startReferenceServer, type ReferenceServer } from '../../reference/start-process.ts'
import type { TargetSource } from '../../fixtures/targets.ts'
import type { RequirementId } from '../../spec/index.ts'
import { hurriedFile, type Differences } from './hurried-file.ts'
import {
  judgeTargets,
  reportedTargets,
  type CheckResultKept,
  type ReportedTarget,
  type Settles,
} from './judge-targets.ts'

/** One of the hosted deployments, and the requirements to judge. */
export interface Hosted extends Pick<Differences, 'bindings' | 'notOffered' | 'isStateless'> {
  readonly name: string
  /** Path prefix of the version segment and of the provider states, such as `/faults/<id>`. */
  readonly prefix: string
  readonly only: readonly RequirementId[]
  /** Requirements whose checks run although they wait for an expiry. */
  readonly waitsFor: readonly RequirementId[]
}

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
      file: hurriedFile(differences, join(folder, `${index}.yaml`)),
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

/** Starts the reference server with every fault, variant and shell in a process that ends with this one. */
const startSelftestProcess = (): Promise<ReferenceServer> =>
  startReferenceServer(fileURLToPath(new URL('program.ts', import.meta.url)))
