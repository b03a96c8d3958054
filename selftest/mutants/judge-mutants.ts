/**
 * Mutation testing: replays the recorded run of a conforming deployment with one change in its responses. A mutant that
 * no check detects survives.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { noEvidence } from '../../fixtures/recording/evidence.ts'
import { performCheck } from '../../fixtures/perform-check.ts'
import type { Check } from '../../fixtures/registered-check.ts'
import { readRecording, type Recording } from '../../fixtures/recording/recording.ts'
import { replayedDeployment, replaySession } from '../../fixtures/recording/replay-session.ts'
import { collectChecks } from '../../runner/collect-checks.ts'
import type { Exchange, Judgement } from '../../spec/index.ts'
import { mutated, mutationsOf, nameOf, type Mutation } from './mutations.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface MutantResult {
  readonly mutation: Mutation
  /** The requirements that detected it first; empty: it survived. */
  readonly killedBy: readonly string[]
  /** The requirements whose checks get such a response. */
  readonly shownTo: readonly string[]
}

/**
 * Records a run of the reference server, and returns its directory.
 *
 * @param only areas and requirement ids; empty: all
 */
export async function recordRun(only: readonly string[] = []): Promise<string> {
  const directory = join(temporaryFolder('mutants'), 'run')
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env
  const child = spawn(
    process.execPath,
    [
      join(root, 'cli/assay.ts'),
      'run',
      '--reference',
      '--out',
      directory,
      ...(only.length > 0 ? ['--only', ...only] : []),
    ],
    {
      cwd: root,
      env: environment,
      stdio: 'ignore',
    },
  )
  const code = await new Promise<number | null>((ended) => child.on('close', ended))
  if (code !== 0) throw new Error(`the run to be mutated ended with exit code ${code}; see ${directory}`)
  return directory
}

/**
 * Judges mutants of a recorded run.
 *
 * @param every one of this many is judged, always the same ones; 1: all
 * @param onProgress called after each mutant
 * @throws Error when the recording itself does not conform
 */
export async function judgeMutants(
  directory: string,
  every: number,
  onProgress: (soFar: readonly MutantResult[]) => void = () => undefined,
): Promise<readonly MutantResult[]> {
  const recording = readRecording(directory)
  const { perform, checks } = await performer(recording)
  const users = new Map<string, Check[]>()
  const mutations = new Map<string, Mutation>()
  for (const check of checks) {
    const exchanges = recording.of(check.key, lastAttempt(recording, check))
    if (exchanges.length === 0) continue
    const { noticed, message } = await perform(check, exchanges)
    if (noticed.length > 0)
      throw new Error(`${check.key} does not pass in the replay: ${noticed.join(', ')}: ${message}`)
    for (const exchange of exchanges) {
      if (exchange.kind !== 'contract' || exchange.operation === undefined) continue
      const response = `${exchange.operation} ${exchange.response?.status}`
      const using = users.get(response) ?? []
      if (using.at(-1) !== check) users.set(response, [...using, check])
      for (const mutation of mutationsOf(exchange)) mutations.set(nameOf(mutation), mutation)
    }
  }
  const results: MutantResult[] = []
  for (const [name, mutation] of mutations) {
    if (!drawn(name, every)) continue
    const using = users.get(`${mutation.operation} ${mutation.status}`) ?? []
    const killedBy = await firstToNotice(mutation, using, recording, perform)
    if (killedBy) results.push({ mutation, killedBy, shownTo: requirementsOf(using) })
    onProgress(results)
  }
  return results
}

const drawn = (name: string, every: number) =>
  createHash('sha256').update(name).digest().readUInt32BE() % every === 0

const requirementsOf = (checks: readonly Check[]): readonly string[] => [
  ...new Set(checks.flatMap(({ requirements }) => requirements)),
]

type Perform = (
  check: Check,
  exchanges: readonly Exchange[],
) => Promise<{ readonly noticed: readonly string[]; readonly message: string | undefined }>

/** The attempt that was judged. A first attempt that ran out of time, or failed with shared states, was not. */
const lastAttempt = (recording: Recording, { key }: Check): 1 | 2 => (recording.of(key, 2).length > 0 ? 2 : 1)

/** undefined: nothing to mutate. */
async function firstToNotice(
  mutation: Mutation,
  checks: readonly Check[],
  recording: Recording,
  perform: Perform,
): Promise<readonly string[] | undefined> {
  let applied = false
  for (const check of checks) {
    const exchanges = withMutation(mutation, recording.of(check.key, lastAttempt(recording, check)))
    if (!exchanges) continue
    applied = true
    const { noticed } = await perform(check, exchanges)
    if (noticed.length > 0) return noticed
  }
  return applied ? [] : undefined
}

/** undefined: no exchange can be mutated. */
function withMutation(mutation: Mutation, exchanges: readonly Exchange[]): readonly Exchange[] | undefined {
  let applied = false
  let earlier: Exchange['response']
  const changed = exchanges.map((exchange) => {
    const { operation, response, kind } = exchange
    if (kind !== 'contract' || operation !== mutation.operation || response?.status !== mutation.status)
      return exchange
    const mutant = mutated(mutation, response, earlier)
    earlier = response
    if (!mutant) return exchange
    applied = true
    return { ...exchange, response: mutant }
  })
  return applied ? changed : undefined
}

/** Performs checks in this process. */
async function performer(
  recording: Recording,
): Promise<{ readonly perform: Perform; readonly checks: readonly Check[] }> {
  const deployment = replayedDeployment(recording.head)
  return {
    checks: await collectChecks(),
    async perform(check, exchanges) {
      const attempt = lastAttempt(recording, check)
      const played: Recording = {
        ...recording,
        of: (key, number) =>
          key !== check.key ? recording.of(key, number) : number === attempt ? exchanges : [],
      }
      const setting = replaySession(played, deployment, { check: check.key, attempt }, noEvidence)
      const judgement = await performCheck(check, deployment, attempt, setting, recording.head.seed)
      return { noticed: noticedIn(judgement), message: judgement.message }
    },
  }
}

/** The requirements that no longer pass: violated or blocked. */
const noticedIn = ({ verdict, requirements, conventions }: Judgement): readonly string[] => [
  ...(verdict === 'pass' ? [] : requirements),
  ...conventions.flatMap(({ requirement, violations }) => (violations.length > 0 ? [requirement] : [])),
]

/** The reason why a mutant may survive, if the contract allows its change; undefined: it must not survive. */
export const whyItMay = (mutation: Mutation): string | undefined =>
  OPEN.find(({ survivors }) => new RegExp(`^(?:${survivors})$`).test(nameOf(mutation)))?.why

/** Mutants that may survive, and the reason; `survivors` is a pattern of names. */
const OPEN = parse(readFileSync(new URL('survivors.yaml', import.meta.url), 'utf8')) as readonly {
  readonly survivors: string
  readonly why: string
}[]
