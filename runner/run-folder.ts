/** The folder of a run's report, before its first request. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXCHANGES, LONG_BODIES } from '../fixtures/recording/evidence.ts'
import type { Check } from '../fixtures/registered-check.ts'
import { RECORDING, recordedDeployment, type RecordingHead } from '../fixtures/recording/recording.ts'
import { writePlan } from '../reports/planned-checks.ts'
import { DURATIONS, HAR, JUDGEMENTS, PLAN, REPORT_FILES, TRAFFIC } from '../reports/report-files.ts'
import { defaultContract } from '../spec/index.ts'
import { catalogueDigest } from './catalogue-digest.ts'
import { lockFolder, unlockFolder } from './run-lock.ts'
import type { RunPlan } from './run-plan.ts'
import { suppressedFiles } from './secret-scan.ts'
import { toolVersion } from './tool-version.ts'
import { makeFolder } from '../spec/make-folder.ts'

/** Files of an earlier run: a run that is killed must not leave another one's verdict. */
const LEFT_BEHIND = [
  ...REPORT_FILES,
  EXCHANGES,
  LONG_BODIES,
  JUDGEMENTS,
  PLAN,
  DURATIONS,
  HAR,
  TRAFFIC,
  RECORDING,
]

/**
 * Empties the folder, and writes the description of the run, so that it can be replayed from its exchanges.
 *
 * @throws AssayError while another run writes to the folder
 */
export function openRunFolder(plan: RunPlan): void {
  const { out, seed, only, edition, deployment, shard, commands } = plan
  takeRunFolder(out)
  const { contract = defaultContract } = deployment
  const head: RecordingHead = {
    schemaVersion: 1,
    contractVersion: contract.version,
    catalogueDigest: catalogueDigest(contract),
    tool: { name: 'assay', version: toolVersion(), node: process.version },
    seed,
    only,
    edition,
    deployment: recordedDeployment(deployment),
    ...(shard && { shard }),
    ...(commands && { commands }),
  }
  writeFileSync(join(out, RECORDING), `${JSON.stringify(head, null, 2)}\n`, { flag: 'wx' })
}

/**
 * Creates a folder, and locks it against other processes until closeRunFolder.
 *
 * @throws AssayError while another run writes to the folder
 */
export function makeLockedFolder(out: string): void {
  makeFolder(out)
  lockFolder(out)
}

/**
 * Creates the folder of a report, locks it until closeRunFolder, and removes files of an earlier run.
 *
 * @throws AssayError while another run writes to the folder
 */
export function takeRunFolder(out: string): void {
  makeLockedFolder(out)
  for (const name of LEFT_BEHIND) rmSync(join(out, name), { force: true })
  for (const file of suppressedFiles(out)) rmSync(file)
}

export function closeRunFolder({ out }: Pick<RunPlan, 'out'>): void {
  try {
    unlockFolder(out)
  } catch {
    // A folder that is no longer writable: the run has already reported it.
  }
}

/** Writes every check that the run means to perform. */
export const announce = ({ out }: Pick<RunPlan, 'out'>, checks: readonly Check[]): void =>
  writePlan(out, checks.map(plannedOf))

export const plannedOf = ({ key, title, requirements, suite }: Check) => ({
  check: key,
  title,
  requirements,
  suite,
})
