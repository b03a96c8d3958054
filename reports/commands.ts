/** The commands that a report suggests: each judges the deployment of the report. Pure. */
import { commandText, shellWord } from '../spec/command-text.ts'
import { compareIds } from '../spec/compare-ids.ts'
import { flowOf } from '../spec/flow-of.ts'
import { grouped } from '../spec/grouped.ts'
import type { Cause, Commands, Conformance, RequirementResult } from './conformance.ts'

export type { Commands } from './conformance.ts'

/** The options of a run, as given. */
export interface AskedRun {
  /** Path of the deployment file; undefined: the reference server. */
  readonly deployment: string | undefined
  readonly edition?: string | undefined
  readonly contract?: string | undefined
  readonly seed?: string | undefined
  readonly varyIdentity?: boolean | undefined
  readonly baseline?: string | undefined
  /** Requirement ids, or `all`. */
  readonly allowBlocked?: readonly string[] | undefined
  readonly history?: string | undefined
  readonly deadline?: string | undefined
  readonly webhookUrl?: string | undefined
  readonly webhookPort?: string | undefined
  readonly out?: string | undefined
}

/**
 * The commands for one run. A random seed is not repeated: the deployment knows its request identifiers, and would
 * return what it returned before.
 */
export function commandsFor(asked: AskedRun): Commands {
  const { deployment, varyIdentity, allowBlocked, ...valued } = asked
  const contract = asked.contract === undefined ? [] : ['--contract', asked.contract]
  const target = deployment === undefined ? ['--reference'] : ['--deployment', deployment]
  const options = Object.entries(valued).flatMap(([name, value]) =>
    value === undefined ? [] : [flagOf(name), value],
  )
  return {
    run: commandText([
      'run',
      ...target,
      ...options,
      ...(varyIdentity === true ? ['--vary-identity'] : []),
      ...(allowBlocked ? [`--allow-blocked=${allowBlocked.join(',')}`] : []),
    ]),
    doctor: commandText(['doctor', ...target, ...contract]),
    ...(deployment !== undefined && { deploymentFile: deployment }),
  }
}

const flagOf = (name: string) => `--${name.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`

/** The command that judges some areas or requirements alone. */
export const commandOnly = ({ run }: Commands, only: readonly string[]): string =>
  [run, '--only', ...only.map(shellWord)].join(' ')

/** The command that judges everything that is open is not read if it has more words. */
const WORDS_IN_COMMAND = 12
/** The command of a cause names every requirement. With more words, areas are as good. */
const WORDS_OF_CAUSE = 48
/** Where more areas fail, the whole run is as good. */
const AREAS_IN_COMMAND = 8

type Judged = Pick<RequirementResult, 'id' | 'area' | 'verdict'>

/**
 * The command that judges every requirement of a cause. Of many, it names the beginning of their ids, if every other
 * requirement with that beginning passed.
 *
 * @param only restriction of the run: then other requirements of an area are not known
 */
export function commandOfCause(
  commands: Commands,
  { requirements }: Pick<Cause, 'requirements'>,
  results: readonly Judged[],
  only: Conformance['only'] = [],
): string {
  const exact = wordsFor(requirements, results, only)
  if (exact.length <= WORDS_IN_COMMAND) return commandOnly(commands, exact)
  const areas = areasOf(requirements, results)
  if (only.length > 0) return commandOnly(commands, shortest(exact, only, areas))
  if (areas.length > AREAS_IN_COMMAND) return commands.run
  const words = widerWords(exact, requirements, results)
  return commandOnly(commands, words.length > WORDS_OF_CAUSE ? areas : words)
}

const shortest = (...choices: readonly (readonly string[])[]): readonly string[] =>
  choices.find(({ length }) => length <= WORDS_OF_CAUSE) ?? choices.at(-1)!

/** The command that judges all of some requirements; of too many, their areas. */
export function commandOfAll(
  commands: Commands,
  ids: readonly string[],
  results: readonly Judged[],
  only: Conformance['only'] = [],
): string {
  const words = wordsFor(ids, results, only)
  if (words.length <= WORDS_IN_COMMAND) return commandOnly(commands, words)
  const areas = areasOf(ids, results)
  if (only.length > 0) return commandOnly(commands, shortest(words, only, areas))
  return areas.length <= AREAS_IN_COMMAND ? commandOnly(commands, areas) : commands.run
}

const areasOf = (ids: readonly string[], results: readonly Judged[]): readonly string[] => {
  const wanted = new Set(ids)
  return [...new Set(results.flatMap(({ id, area }) => (wanted.has(id) ? [area] : [])))]
}

const IDS_ALONE = 4

/** By flow and number: the order in which a reader looks for one. */
export const sortedIds = (ids: readonly string[]): readonly string[] => ids.toSorted(compareIds)

/** The ids; many of them as an area or the beginning of ids, if that judges no other requirement. */
function wordsFor(
  all: readonly string[],
  results: readonly Judged[],
  only: Conformance['only'],
): readonly string[] {
  const ids = sortedIds(all)
  if (ids.length <= IDS_ALONE || only.length > 0) return ids
  const wanted = new Set(ids)
  const byId = new Map(results.map((result) => [result.id, result]))
  const judged = results.filter(({ verdict }) => !WITHOUT_VERDICT.has(verdict))
  const mixed = (nameOf: (result: Judged) => string) =>
    new Set(judged.filter(({ id }) => !wanted.has(id)).map(nameOf))
  const areas = mixed(({ area }) => area)
  const flows = mixed(({ id }) => flowOf(id))
  const words = ids.map((id) => {
    const area = byId.get(id)?.area
    if (area === undefined) return id
    if (!areas.has(area)) return area
    return flows.has(flowOf(id)) ? id : flowOf(id)
  })
  return [...new Set(words)]
}

/** Ids that are many with one beginning, as that beginning, if every other one with it passed. */
function widerWords(
  exact: readonly string[],
  requirements: readonly string[],
  results: readonly Judged[],
): readonly string[] {
  const own = new Set(requirements)
  const others = results.filter(
    ({ id, verdict }) => verdict !== 'pass' && !WITHOUT_VERDICT.has(verdict) && !own.has(id),
  )
  const mixed = new Set(others.map(({ id }) => flowOf(id)))
  const ofFlow = grouped(exact, flowOf)
  const words = exact.map((word) => {
    const flow = flowOf(word)
    return !mixed.has(flow) && ofFlow.get(flow)!.length > IDS_ALONE ? flow : word
  })
  return [...new Set(words)]
}

const WITHOUT_VERDICT: ReadonlySet<string> = new Set(['not-applicable', 'not-specified'])

/** The command that judges what failed in the run. */
export const commandOfFailed = ({ run }: Commands): string => `${run} --only-failed`

/**
 * A next step with the command, instead of a text that only asks to run again.
 *
 * @param senders requirements that the command names because they send the requests
 */
export function thenRun(next: string, command: string, senders: readonly string[] = []): string {
  const step = next.replace(/ Then run again\.$/, '')
  // A step that ends with a command or a line of a file has no full stop.
  const end = /(?:^|[.?!])$/.test(step) ? '' : '.'
  const why =
    senders.length === 0
      ? ''
      : ` ${senders.join(' ')} ${senders.length === 1 ? 'sends' : 'send'} such requests.`
  return `${step}${end}${why} Then run \`${command}\`.`
}

/** The next step of a cause without its command, and the command; undefined: it has none. */
export function splitNext(next: string): { readonly step: string; readonly command?: string } {
  const [, step, command] = /^(.*?) ?Then run `([^`]+)`\.$/s.exec(next) ?? []
  return step === undefined || command === undefined ? { step: next } : { step, command }
}

/** Words of a command, as `shellWord` writes them. */
const WORD = String.raw`(?:[\w@%+=:,./-]|'[^']*'|\\')+`
const WITH_FOLDER = new RegExp(String.raw`^(npx(?: ${WORD})*?) --out ${WORD}`)

/** The command without `--out`: the folder of the run keeps its report. */
export const withoutFolder = (command: string): string => command.replace(WITH_FOLDER, '$1')
