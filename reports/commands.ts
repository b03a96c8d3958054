/** The commands that a report suggests: each judges the deployment of the report. Pure. */
import { commandText, shellWord } from '../spec/command-text.ts'
import type { Commands } from './conformance.ts'

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

/** A command with more requirements is not read; it names their areas. With more areas, it judges everything. */
const IDS_IN_COMMAND = 8
const AREAS_IN_COMMAND = 8

/** The command that judges the requirements of a cause. */
export function commandOfCause(
  commands: Commands,
  ids: readonly string[],
  areaOf: (id: string) => string,
): string {
  if (ids.length <= IDS_IN_COMMAND) return commandOnly(commands, ids)
  const areas = [...new Set(ids.map(areaOf))]
  return areas.length <= AREAS_IN_COMMAND ? commandOnly(commands, areas) : commands.run
}

/** The command that judges what failed in the run. */
export const commandOfFailed = ({ run }: Commands): string => `${run} --only-failed`

/** A next step with the command, instead of a text that only asks to run again. */
export function thenRun(next: string, command: string): string {
  const step = next.replace(/ Then run again\.$/, '')
  // A step that ends with a command or a line of a file has no full stop.
  return `${step}${/(?:^|[.?!])$/.test(step) ? '' : '.'} Then run \`${command}\`.`
}

/** Words of a command, as `shellWord` writes them. */
const WORD = String.raw`(?:[\w@%+=:,./-]|'[^']*'|\\')+`
const WITH_FOLDER = new RegExp(String.raw`^(npx(?: ${WORD})*?) --out ${WORD}`)

/** The command without `--out`: the folder of the run keeps its report. */
export const withoutFolder = (command: string): string => command.replace(WITH_FOLDER, '$1')
