import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { closeRunFolder } from '../runner/run-folder.ts'
import { copyToLatest } from '../runner/run-folders.ts'
import type { RunPlan } from '../runner/run-plan.ts'
import { deadlineFrom } from './deadline.ts'
import { REPORTS } from './default-folders.ts'
import { judgeRun } from './judge-run.ts'
import { lastFailed } from './last-failed.ts'
import { prepareRun } from './prepare-run.ts'
import { readEnvironment } from './read-environment.ts'
import { folderFor } from './report-folder.ts'
import type { RunOptions } from './run-options.ts'
import { untilStopped } from './stopping.ts'
import type { Terminal } from './terminal.ts'

/**
 * Judges a deployment, in this process.
 *
 * @returns the exit code: 0 conformant, 1 not conformant, 3 inconclusive
 * @throws DeploymentFileError and AssayError before anything is sent
 */
export async function run(options: RunOptions, terminal: Terminal): Promise<number> {
  readEnvironment(options.deployment, terminal.environment)
  const {
    plan: asked,
    known,
    close,
    stopping,
  } = await begun(options, terminal).catch(async (error: unknown) => {
    await (await options.embedded)?.close()
    throw error
  })
  let plan = asked
  if (options.dryRun === true) {
    try {
      return await showDryRun(asked, options, terminal)
    } finally {
      stopping.end()
      await close()
    }
  }
  try {
    const { name } = asked.deployment
    const only = options.onlyFailed === true ? lastFailed(name, options.out) : asked.only
    plan = { ...asked, only, out: folderFor(options.out, name, options.replay === undefined) }
    const { json = false } = options
    const code = await judgeRun(
      plan,
      known,
      options,
      stopping,
      json ? { ...terminal, stdout: terminal.stderr } : terminal,
      close,
    )
    const report = join(plan.out, 'conformance.json')
    if (json && existsSync(report)) terminal.stdout.write(readFileSync(report, 'utf8'))
    return code
  } finally {
    stopping.end()
    closeRunFolder(plan)
    if (options.out === undefined && plan !== asked) copyToLatest(REPORTS, plan.out)
    await close()
  }
}

async function showDryRun(plan: RunPlan, options: RunOptions, { stdout }: Terminal): Promise<number> {
  const only = options.onlyFailed === true ? lastFailed(plan.deployment.name, options.out) : plan.only
  const { dryRun } = await import('../runner/dry-run.ts')
  const planned = await dryRun({ ...plan, only })
  const { dryRunText } = await import('./dry-run-text.ts')
  stdout.write(options.json === true ? `${JSON.stringify(planned, null, 2)}\n` : dryRunText(planned))
  return 0
}

/** The deadline counts from here. */
async function begun(options: RunOptions, terminal: Terminal) {
  const stopping = untilStopped(terminal, deadlineFrom(options.deadline))
  try {
    return { ...(await stopping.before(prepareRun(options, terminal.environment))), stopping }
  } catch (error) {
    stopping.end()
    throw error
  }
}
