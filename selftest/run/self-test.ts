/**
 * The proof that the checks fail on violations, and on nothing else: `assay self-test`.
 *
 *   node selftest/run/self-test.ts faults|variants [prefix of ids …] [--only area|id … | --record]
 *   node selftest/run/self-test.ts mutants [--sample N] [--record]
 *   node selftest/run/self-test.ts shells [prefix of ids … | every] [--only area|id … | --record]
 *     without prefixes: one shell of every kind; every: one for each error code too
 *   node selftest/run/self-test.ts all [--record]
 *
 * `--without-states` judges faults and variants without a provider-state endpoint, as most deployments are judged.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { assayError, type AssayError } from '../../errors/index.ts'
import type { Fault } from '../faults/fault.ts'
import { faults } from '../faults/index.ts'
import { shells, type Shell } from '../shells/index.ts'
import { variants } from '../variants/index.ts'
import { requirements, type RequirementId } from '../../spec/index.ts'
import { grouped } from '../../spec/grouped.ts'
import { describeResult, runMatrix, stateOf, type FaultResult } from '../judging/fault-matrix.ts'
import { judgeHosted } from '../hosted/judge-hosted.ts'
import { judgeMutants, recordRun, whyItMay, type MutantResult } from '../mutants/judge-mutants.ts'
import { nameOf } from '../mutants/mutations.ts'
import {
  combinationsOf,
  describeVariantResult,
  judgedOnVariants,
  judgeVariants,
} from '../judging/judge-variants.ts'
import { causesOfFaults } from '../judging/causes-of-faults.ts'
import { SEVERAL_CAUSES } from '../judging/several-causes.ts'
import { judgeShells, MOST_CAUSES_OF_SHELL, requirementsNamed } from '../judging/judge-shells.ts'
import { reviewedPasses, reviewPasses } from '../judging/reviewed-passes.ts'
import { figuresText, killRate, withResults, type ProofFigures } from './figures.ts'
import { count } from '../../spec/count.ts'

process.env.ASSAY_TELL_HOW_FAR = '1'

const FIGURES = new URL('figures.json', import.meta.url)
const INSTRUMENTS = ['faults', 'mutants', 'variants', 'shells'] as const
/** Instead of prefixes: every shell, and not only those that are judged by default. */
const EVERY_SHELL = 'every'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  args: withRepeatedOnly(process.argv.slice(2)),
  options: {
    record: { type: 'boolean', default: false },
    sample: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true, default: [] },
    'without-states': { type: 'boolean', default: false },
  },
})
const [asked = 'faults', ...prefixes] = positionals
const isStateless = values['without-states']
/** Undefined: all requirements. */
const only = values.only.length === 0 ? undefined : idsOf(requirementsNamed(values.only))

/** Ends the self-test: it could not start as asked. */
function fail({ message, exitCode }: AssayError): never {
  console.error(message)
  process.exit(exitCode)
}

/** Reads `--only A B` as `--only A --only B`. */
function withRepeatedOnly(given: readonly string[]): string[] {
  let inOnly = false
  return given.flatMap((word) => {
    if (word.startsWith('-')) {
      inOnly = word === '--only'
      return inOnly ? [] : [word]
    }
    return inOnly ? ['--only', word] : [word]
  })
}

/** Those whose id has one of the prefixes; all without prefixes. */
function chosenOf<Named extends { readonly id: string }>(
  all: readonly Named[],
  what: string,
): readonly Named[] {
  const chosen = all.filter(
    ({ id }) => prefixes.length === 0 || prefixes.some((prefix) => id.startsWith(prefix)),
  )
  if (chosen.length === 0) {
    fail(assayError('self-test-id-unknown', { what, prefixes }))
  }
  return chosen
}

/** Writes new figures, if `--record` is given. */
function record(change: (before: ProofFigures) => Partial<ProofFigures>): void {
  if (!values.record || isStateless || only) return
  const before = JSON.parse(readFileSync(FIGURES, 'utf8')) as ProofFigures
  writeFileSync(FIGURES, figuresText({ ...before, ...change(before) }))
}

async function proveFaults(): Promise<boolean> {
  const chosen = chosenOf(faults, 'fault')
  console.error(`The suites against ${count(chosen.length, 'fault')} of the reference server.`)
  if (isStateless) return proveFaultsWithoutStates(chosen)
  if (only) return proveRequirements(chosen, only)
  const results = await runMatrix(chosen, 'whole')
  for (const result of results) console.log(describeResult(result))
  const caught = results.filter((result) => stateOf(result) === 'caught')
  console.log(
    `${caught.length} of ${count(results.length, 'fault')} caught by the requirements of the fault and by nothing else`,
  )
  console.log(unprovenLine(results))
  const { single, reviewed, scattered, lost, reunited } = causesOfFaults(results, SEVERAL_CAUSES)
  const namesOf = (some: readonly FaultResult[]) => some.map(({ fault }) => fault.id).join(' ')
  console.log(
    `one cause: ${single.length} of ${count(results.length, 'fault')}, reviewed exceptions: ${reviewed.length}`,
  )
  if (scattered.length > 0) console.log(`several causes without a reason: ${namesOf(scattered)}`)
  if (lost.length > 0) console.log(`the first cause names no rule of the fault: ${namesOf(lost)}`)
  if (reunited.length > 0) console.log(`remove from selftest/judging/several-causes.ts: ${namesOf(reunited)}`)
  record((before) => ({
    faults: withResults(
      before.faults,
      results.map((result) => [result.fault.id, [stateOf(result), ...result.fault.breaks]] as const),
      idsOf(faults),
    ),
  }))
  return caught.length === results.length && scattered.length === 0 && lost.length === 0
}

/** These requirements alone, against each fault that may affect one of them. */
async function proveRequirements(chosen: readonly Fault[], ids: readonly RequirementId[]): Promise<boolean> {
  const results = await runMatrix(chosen, 'whole', { only: ids })
  const naming = results.filter(({ fault }) => fault.breaks.some((id) => ids.includes(id)))
  const others = results.filter((result) => !naming.includes(result))
  const alarmed = others.filter((result) => stateOf(result) !== 'caught')
  for (const result of [...naming, ...alarmed]) console.log(describeResult(result))
  const caught = naming.filter((result) => stateOf(result) === 'caught')
  const named = new Set(naming.flatMap(({ fault }) => fault.breaks))
  const unnamed = ids.filter((id) => !named.has(id))
  console.log(`${caught.length} of ${count(naming.length, 'fault')} caught that name what is judged`)
  console.log(`no alarm: ${others.length - alarmed.length} of ${count(others.length, 'other fault')}`)
  if (unnamed.length > 0) console.log(`named by none of these faults: ${unnamed.join(' ')}`)
  return caught.length === naming.length && alarmed.length === 0 && unnamed.length === 0
}

/**
 * At least 95 % of the faults whose requirements are judged without provider states must be caught. A fault that breaks
 * provisioning blocks its requirements: they are not judged, and counted separately.
 */
const MIN_CAUGHT_WITHOUT_STATES = 0.95

/** Requirements whose checks all pass on the reference server without provider states. */
async function judgeWithoutStates(): Promise<ReadonlySet<RequirementId>> {
  const all = idsOf(requirements)
  const reference = { name: 'reference', prefix: '', only: all, waitsFor: all, isStateless: true }
  const cells = (await judgeHosted([reference])).get('reference') ?? []
  const idsOfCells = (some: typeof cells) =>
    new Set(some.flatMap(({ requirements: ids }) => ids as readonly RequirementId[]))
  const notPassed = idsOfCells(cells.filter(({ verdict }) => verdict !== 'pass'))
  return new Set([...idsOfCells(cells)].filter((id) => !notPassed.has(id)))
}

async function proveFaultsWithoutStates(chosen: readonly Fault[]): Promise<boolean> {
  const judged = await judgeWithoutStates()
  const judgeable = chosen
    .map((fault) => ({
      ...fault,
      breaks: fault.breaks.filter((id) => judged.has(id)),
      mayAlsoBreak: [...(fault.mayAlsoBreak ?? []), ...fault.breaks],
    }))
    .filter(({ breaks }) => breaks.length > 0)
  const results = await runMatrix(judgeable, 'whole', { isStateless: true })
  for (const result of results) console.log(describeResult(result))
  const caught = results.filter(({ missed, fault }) => missed.length < fault.breaks.length)
  const alarmed = results.filter(({ unrelated }) => unrelated.length > 0)
  const unjudged = results.filter(({ missed, blocked, fault }) => {
    const isMissed = missed.length === fault.breaks.length
    return isMissed && blocked.size > 0
  })
  const share = caught.length / (results.length - unjudged.length)
  console.log(
    `Without provider states: ${caught.length} of ${count(results.length - unjudged.length, 'fault')} caught (${(100 * share).toFixed(1)} %); ${alarmed.length} with other failures; ${unjudged.length} more not judged, because a requirement was blocked`,
  )
  return share >= MIN_CAUGHT_WITHOUT_STATES && alarmed.length === 0
}

/** How many of the requirements that these faults name failed. */
function unprovenLine(results: readonly FaultResult[]): string {
  const named = new Set(results.flatMap(({ fault }) => fault.breaks))
  const seen = new Set(results.flatMap(({ red }) => red))
  const unseen = [...named].filter((id) => !seen.has(id))
  return `${named.size - unseen.length} of ${count(named.size, 'requirement')} seen to fail${unseen.length > 0 ? `, not ${unseen.join(' ')}` : ''}`
}

/** All variants, as many together as are compatible; those selected by id run alone. */
async function proveVariants(): Promise<boolean> {
  const chosen = chosenOf(variants, 'variant')
  const combinations =
    prefixes.length === 0
      ? [...combinationsOf(chosen), ...chosen.filter(({ alone }) => alone).map((variant) => [variant])]
      : chosen.map((variant) => [variant])
  console.error(
    `The suites against ${chosen.length} conforming variants, in ${count(combinations.length, 'deployment')}.`,
  )
  const judged = judgedOnVariants(isStateless).filter((id) => only?.includes(id) ?? true)
  if (judged.length === 0) fail(assayError('self-test-only-no-variant', { names: values.only }))
  const results = await judgeVariants(combinations, isStateless, judged)
  for (const result of results) console.log(describeVariantResult(result))
  const quiet = results.filter(({ alarms }) => alarms.length === 0).flatMap(({ combination }) => combination)
  console.log(`no alarm: ${quiet.length} of ${count(chosen.length, 'variant')}`)
  record((before) => ({
    variants: withResults(
      before.variants,
      chosen.map((variant) => [variant.id, quiet.includes(variant) ? 'quiet' : 'alarm']),
      idsOf(variants),
    ),
  }))
  return quiet.length === chosen.length
}

async function proveMutants(): Promise<boolean> {
  const every = Number(values.sample)
  if (!Number.isInteger(every) || every < 1) {
    fail(assayError('self-test-sample-invalid', { sample: values.sample }))
  }
  console.error('Recording a run of the reference server, to be changed one thing at a time.')
  const directory = await recordRun()
  const results = await judgeMutants(directory, every, (soFar) => {
    if (soFar.length % 250 === 0) console.error(`${count(soFar.length, 'mutant')} judged`)
  })
  const survivors = results.filter(({ killedBy }) => killedBy.length === 0)
  for (const [why, lives] of grouped(survivors, ({ mutation }) => whyItMay(mutation) ?? 'UNEXPLAINED')) {
    console.log(why)
    for (const { mutation } of lives) console.log(`  survived  ${nameOf(mutation)}`)
  }
  const figures = mutantFigures(results)
  for (const [id, [mutants, killed]] of Object.entries(figures.shown))
    if (killed < mutants)
      console.log(
        `${id}: ${killed} of ${count(mutants, 'mutant')} of the responses to its checks were detected`,
      )
  console.log(
    `${figures.killed} of ${count(figures.mutants, 'mutant')} detected, ${figures.open} change what the contract leaves open: ${(100 * killRate(figures)).toFixed(1)} %`,
  )
  if (every === 1) record(() => ({ mutants: figures }))
  return figures.unexplained.length === 0
}

function mutantFigures(results: readonly MutantResult[]): ProofFigures['mutants'] {
  const survivors = results.filter(({ killedBy }) => killedBy.length === 0)
  const open = survivors.filter(({ mutation }) => whyItMay(mutation) !== undefined)
  const judged = results.filter((result) => !open.includes(result))
  const shown = requirements.flatMap(({ id }) => {
    const seen = judged.filter(({ shownTo }) => shownTo.includes(id))
    const killed = seen.filter(({ killedBy }) => killedBy.length > 0)
    return seen.length === 0 ? [] : [[id, [seen.length, killed.length] as const] as const]
  })
  return {
    mutants: results.length,
    killed: results.length - survivors.length,
    open: open.length,
    unexplained: survivors
      .filter((survivor) => !open.includes(survivor))
      .map(({ mutation }) => nameOf(mutation)),
    shown: Object.fromEntries(shown),
  }
}

/** No requirement passes on a server that does nothing useful, except those on the reviewed list. */
async function proveShells(): Promise<boolean> {
  const chosen =
    asked === 'all' || prefixes.includes(EVERY_SHELL)
      ? shells
      : chosenOf(shells, 'shell').filter(({ byDefault = true }) => byDefault || prefixes.length > 0)
  const judged = requirementsNamed(values.only).filter(
    ({ level, specified }) => level === 'MUST' && specified,
  )
  const ids = idsOf(judged)
  if (ids.length === 0) {
    fail(assayError('self-test-only-no-must', { names: values.only }))
  }
  console.error(
    `${count(ids.length, 'MUST requirement')} against ${chosen.length} servers that do nothing useful.`,
  )
  const results = await judgeShells(chosen, ids)
  const { reviewed, vacuous, unneeded } = reviewPasses(results, reviewedPasses(), idsOf(shells), ids)
  const idsOn = (passes: typeof reviewed | typeof vacuous, { id }: Shell) =>
    idsOf(passes.filter(({ shell }) => shell === id))
  for (const [reason, passes] of grouped(reviewed, (pass) => pass.reason)) {
    console.log(`may pass: ${reason}`)
    for (const [shell, ofShell] of grouped(passes, (pass) => pass.shell))
      console.log(`          ${shell}: ${idsOf(ofShell).join(' ')}`)
  }
  for (const { shell, passed, causes, checksRun } of results) {
    for (const { title } of causes) console.log(`          cause: ${title}`)
    const unexplained = idsOn(vacuous, shell)
    console.log(
      `${unexplained.length === 0 ? 'quiet  ' : 'VACUOUS'} ${shell.id} (${shell.title}; ${count(checksRun, 'check')}): ${passed.length} pass, ${unexplained.length} without a reason${unexplained.length === 0 ? '' : `: ${unexplained.join(' ')}`}`,
    )
  }
  for (const entry of unneeded) console.log(`remove from selftest/judging/reviewed.yaml: ${entry}`)
  console.log(
    `nothing passes without a reason: ${results.length - new Set(vacuous.map(({ shell }) => shell)).size} of ${count(results.length, 'shell')}`,
  )
  const scattered = results.filter(({ causes }) => causes.length > MOST_CAUSES_OF_SHELL)
  console.log(
    `at most ${MOST_CAUSES_OF_SHELL} causes: ${results.length - scattered.length} of ${count(results.length, 'shell')}${scattered.length > 0 ? `, not ${scattered.map(({ shell }) => shell.id).join(' ')}` : ''}`,
  )
  record((before) => ({
    shells: withResults(
      before.shells ?? {},
      chosen.map((shell) => [shell.id, { reviewed: idsOn(reviewed, shell), vacuous: idsOn(vacuous, shell) }]),
      idsOf(shells),
    ),
  }))
  const isScattered = !only && scattered.length > 0
  return vacuous.length === 0 && unneeded.length === 0 && !isScattered
}

function idsOf<Id extends string>(all: readonly { readonly id: Id }[]): readonly Id[] {
  return all.map(({ id }) => id)
}

const proofs = {
  faults: proveFaults,
  mutants: proveMutants,
  variants: proveVariants,
  shells: proveShells,
}
const chosenProofs = asked === 'all' ? INSTRUMENTS : INSTRUMENTS.filter((name) => name === asked)
if (chosenProofs.length === 0) throw new Error(`no instrument: ${asked}`)
let proven = true
for (const name of chosenProofs) proven = (await proofs[name]()) && proven
process.exitCode = proven ? 0 : 1
