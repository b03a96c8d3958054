import { randomInt } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { explore as exploreDeployment, type Exploration, type Failure } from '../exploration/explore.ts'
import { isMust, levelOf, ruleOf } from '../exploration/violation.ts'
import { replaySequence } from '../exploration/replay.ts'
import { SEQUENCE, writeSequence } from '../exploration/sequence.ts'
import type { Deployment } from '../fixtures/config/deployment.ts'
import { loadDeployment } from '../fixtures/config/load-deployment.ts'
import { RECORDING } from '../fixtures/recording/recording.ts'
import { withoutSecrets } from '../fixtures/redaction/without-secrets.ts'
import { printable } from '../reports/printable.ts'
import { EXPLORATION } from '../reports/report-files.ts'
import { startReferenceServer } from '../reference/start-process.ts'
import { DeploymentRefuses, DeploymentUnreachable, examineBriefly } from '../doctor/examine-briefly.ts'
import { toolVersion } from '../runner/tool-version.ts'
import { readEnvironment } from './read-environment.ts'
import { reportInto, shareFolder } from './report-folder.ts'
import { assayError } from '../errors/index.ts'
import type { Output, Terminal } from './terminal.ts'
import { count } from '../spec/count.ts'
import { makeFolder } from '../spec/make-folder.ts'
import { writeWhole } from '../spec/write-whole.ts'

export interface ExploreOptions {
  /** Path of the deployment file; undefined: the embedded reference deployment. */
  readonly deployment?: string | undefined
  /** undefined: drawn. */
  readonly seed?: string
  readonly minutes: string
  readonly out: string
}

const REFERENCE_FILE = fileURLToPath(new URL('../deployments/reference.yaml', import.meta.url))
/** The largest seed of the generator. */
const MOST_SEED = 2 ** 31 - 1

/**
 * Explores a deployment, and writes each sequence with a violation into a separate directory.
 *
 * @returns the exit code: 0 no violation, 1 a violated MUST requirement, 3 nothing could be explored
 * @throws DeploymentFileError and AssayError before anything is sent
 */
export async function explore(
  { deployment: path, seed, minutes, out }: ExploreOptions,
  terminal: Terminal,
): Promise<number> {
  const print = printTo(terminal)
  const durationMs = minutesOf(minutes) * 60_000
  const drawn = seed === undefined ? randomInt(MOST_SEED) : seedOf(seed)
  return withDeployment(path, terminal, async (deployment) => {
    print(
      `Exploring ${shownName(deployment)} for ${minutes} min with seed ${drawn}.`,
      'This creates agents, accounts, cards and quotes, and moves money: explore only a test deployment.',
    )
    for (const warning of deployment.warnings) print(`Warning: ${printable(warning)}`)
    const folder = shareFolder(out, withoutSecrets(deployment, deployment.name))
    try {
      return await exploreInto(resolve(out), deployment, { minutes, durationMs, seed: drawn }, terminal)
    } finally {
      folder.release()
    }
  })
}

interface Search {
  /** As it was given. */
  readonly minutes: string
  readonly durationMs: number
  readonly seed: number
}

async function exploreInto(
  directory: string,
  deployment: Deployment,
  { minutes, durationMs, seed }: Search,
  terminal: Terminal,
): Promise<number> {
  const print = printTo(terminal)
  const problem = await unreachable(deployment)
  if (problem !== undefined) {
    print(problem)
    return 3
  }
  return reportInto(directory, terminal, async () => {
    const written = new Set<string>()
    const tool = { name: 'assay', version: toolVersion(), node: process.version }
    const found = (failure: Failure) => {
      const place = join(directory, failure.requirement)
      // Removes the files of an earlier exploration, which had another sequence.
      if (!written.has(place)) {
        rmSync(place, { recursive: true, force: true })
        written.add(place)
        print(
          `Broken: ${failure.requirement}, seen after ${count(failure.steps.length, 'step')}; looking for fewer.`,
        )
      }
      writeSequence(place, failure, deployment, tool)
    }
    const isStopped = stopping(print)
    const exploration = await exploreDeployment(deployment, {
      isStopped,
      seed,
      durationMs,
      found,
      progress: progressOn(terminal.stderr),
    })
    // Somebody may have deleted the folder while the exploration went on.
    makeFolder(directory)
    const summary = summaryOf(exploration, deployment, seed, Number(minutes))
    writeWhole(join(directory, EXPLORATION), `${JSON.stringify(summary, null, 2)}\n`)
    terminal.stdout.write(described(exploration, directory))
    return exitCodeOf(exploration)
  })
}

export interface ReplayOptions {
  readonly directory: string
  /** Path of the deployment file; undefined: from the recording. */
  readonly deployment: string | undefined
}

/**
 * Repeats a sequence.
 *
 * @returns the exit code: 1 the same violation occurred, 0 it did not, 3 the sequence could not be completed
 */
export async function replay(
  { directory, deployment: path }: ReplayOptions,
  terminal: Terminal,
): Promise<number> {
  const print = printTo(terminal)
  for (const file of [RECORDING, SEQUENCE, 'exchanges.jsonl']) {
    if (!existsSync(join(directory, file))) {
      throw assayError('sequence-missing', { folder: directory, file })
    }
  }
  const perform = async (deployment: Deployment | undefined) => {
    const { sequence, violation, cut } = await replaySequence(directory, deployment)
    const { requirement, steps } = sequence
    const where = deployment ? `on ${shownName(deployment)}` : 'from the recording'
    if (violation) {
      terminal.stdout.write(
        `${requirement} is violated again ${where}, after ${count(steps.length, 'step')}: ${printable(violation.message)}\n`,
      )
      return 1
    }
    terminal.stdout.write(
      cut
        ? `The sequence could not be completed ${where}: ${printable(cut.reason)}\n  → ${printable(cut.next)}\n`
        : `${requirement} is not violated ${where}.\n`,
    )
    return cut ? 3 : 0
  }
  if (path === undefined) return perform(undefined)
  return withDeployment(path, terminal, async (deployment) => {
    print(`Performing the sequence on ${shownName(deployment)}: money may move.`)
    const problem = await unreachable(deployment)
    if (problem === undefined) return perform(deployment)
    print(problem)
    return 3
  })
}

/** @param path of the deployment file; undefined: the embedded reference deployment */
async function withDeployment(
  path: string | undefined,
  { environment }: Terminal,
  work: (deployment: Deployment) => Promise<number>,
): Promise<number> {
  readEnvironment(path, environment)
  const embedded = path === undefined ? await startReferenceServer() : undefined
  try {
    return await work(
      await loadDeployment(path ?? REFERENCE_FILE, { ...environment, ...embedded?.variables }),
    )
  } finally {
    await embedded?.close()
  }
}

/** Why the deployment cannot be spoken to; undefined: it can. */
async function unreachable(deployment: Deployment): Promise<string | undefined> {
  try {
    await examineBriefly(deployment)
    return undefined
  } catch (error) {
    if (error instanceof DeploymentUnreachable || error instanceof DeploymentRefuses)
      return printable(error.message, '\n')
    throw error
  }
}

function minutesOf(text: string): number {
  const minutes = Number(text)
  if (minutes > 0 && minutes <= 24 * 60) return minutes
  throw assayError('number-invalid', {
    option: '--minutes',
    value: text,
    unit: 'minutes',
    from: 1,
    to: 24 * 60,
    example: '10',
  })
}

function seedOf(text: string): number {
  const seed = Number(text)
  if (Number.isInteger(seed) && seed >= 0 && seed <= MOST_SEED) return seed
  throw assayError('seed-invalid', { seed: text, max: MOST_SEED })
}

/** Steps after which everything could still be judged. */
const judged = ({ steps, cuts }: Exploration) =>
  steps - [...cuts.values()].reduce((sum, { times }) => sum + times, 0)

function exitCodeOf(exploration: Exploration): number {
  if (exploration.failures.some(isMust)) return 1
  return exploration.error !== undefined || judged(exploration) <= 0 ? 3 : 0
}

/** A deployment file may hold control characters, and its name a secret. */
const shownName = (deployment: Deployment): string =>
  printable(withoutSecrets(deployment, `${deployment.name} at ${deployment.baseUrl}`))

function summaryOf(exploration: Exploration, deployment: Deployment, seed: number, minutes: number) {
  const { sequences, steps, requests, failures, cuts, taken } = exploration
  const name = withoutSecrets(deployment, deployment.name)
  const baseUrl = withoutSecrets(deployment, deployment.baseUrl)
  return {
    schemaVersion: 1,
    tool: { name: 'assay', version: toolVersion() },
    deployment: { name, baseUrl },
    seed,
    minutes,
    sequences,
    steps,
    requests,
    taken: Object.fromEntries(taken),
    failures: failures.map(({ requirement, message, steps: shortest, foundWith, isReproduced }) => ({
      requirement,
      level: levelOf(requirement),
      message,
      directory: requirement,
      steps: shortest.length,
      foundWith,
      isReproduced,
    })),
    cuts: [...cuts.values()].map(({ cut, times }) => ({ ...cut, times })),
  }
}

function described(exploration: Exploration, directory: string): string {
  const { sequences, steps, requests, failures, cuts, error } = exploration
  const lines = [`${count(sequences, 'sequence')}, ${count(steps, 'step')}, ${count(requests, 'request')}.`]
  for (const failure of failures) {
    const { requirement, message, steps: shortest, isReproduced } = failure
    lines.push(
      `${isMust(failure) ? 'Violated' : 'Warning'}: ${requirement}: ${ruleOf(requirement).title}`,
      `  ${printable(message)}`,
      `  ${count(shortest.length, 'step')} in ${join(directory, requirement, 'sequence.md')}${isReproduced === false ? '; not reproduced' : ''}`,
    )
  }
  if (failures.length === 0) lines.push('No violation found.')
  for (const { cut, times } of cuts.values())
    lines.push(
      `Not judged, ${times} times: ${cut.step}: ${printable(cut.reason)}`,
      `  → ${printable(cut.next)}`,
    )
  if (error !== undefined) {
    const text =
      error instanceof Error ? (error.stack ?? error.message) : 'a value that is not an Error was thrown'
    lines.push(`The exploration itself failed: ${printable(text, '\n')}`, '  → Report this bug in Assay.')
  }
  return `${lines.join('\n')}\n`
}

const printTo =
  ({ stderr }: Terminal) =>
  (...lines: readonly string[]) =>
    stderr.write(`${lines.join('\n')}\n`)

/** An interrupt ends the exploration as if its time were over; a second one at once. */
function stopping(print: (line: string) => void): () => boolean {
  let stopped = false
  const stop = () => {
    process.off('SIGINT', stop).off('SIGTERM', stop)
    stopped = true
    print('Stopping after the current sequence.')
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  return () => stopped
}

const EVERY_MS = 10_000

/** A line now and then: on a terminal and in a log alike. */
function progressOn(stream: Output) {
  const begun = Date.now()
  let next = begun + EVERY_MS
  return ({ sequences, steps, failures }: { sequences: number; steps: number; failures: number }) => {
    if (Date.now() < next) return
    next = Date.now() + EVERY_MS
    const seconds = Math.round((Date.now() - begun) / 1000)
    stream.write(
      `${seconds} s: ${count(sequences, 'sequence')}, ${count(steps, 'step')}, ${count(failures, 'violation')}\n`,
    )
  }
}
