import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandsFor } from '../reports/commands.ts'
import { printable } from '../reports/printable.ts'
import { summaryText } from './init/openapi/proposal-text.ts'
import { propose, type Proposal } from './init/openapi/propose.ts'
import { askQuestions, type Terminal } from './init/ask-questions.ts'
import { deploymentFileText, environmentExample } from './init/deployment-file-text.ts'
import { checked, type Entered, type Entries } from './init/entries.ts'
import { UsageError } from './usage-error.ts'

export interface InitOptions {
  /** Path of the deployment file to write. */
  readonly file: string
  /** What the flags say; the rest is asked for. */
  readonly entered: Entered
  /** Write over files that are there. */
  readonly force: boolean
  /** undefined: nobody can be asked. */
  readonly terminal: Terminal | undefined
  /** The owner's OpenAPI document; undefined: none. */
  readonly openapi?: string | undefined
}

const SCHEMA = fileURLToPath(new URL('../deployments/deployment.schema.json', import.meta.url))

/**
 * Writes a deployment file, and `.env.example` beside it.
 *
 * @returns what to tell the person
 * @throws UsageError when something is not given or cannot be used, before anything is written
 */
export async function init({ file, entered, force, terminal, openapi }: InitOptions): Promise<string> {
  const path = resolve(file)
  const example = join(dirname(path), '.env.example')
  const present = [path, example].filter((candidate) => existsSync(candidate))
  if (present.length > 0 && !force) {
    throw new UsageError(`init: ${present.join(' and ')} already there.`, 'Give another FILE, or --force.')
  }
  const typed = checked(entered)
  const proposal = openapi === undefined ? undefined : propose(openapi, typed.areas)
  const given = proposal ? withProposal(typed, proposal) : typed
  if (!terminal && (given.name === undefined || given.baseUrl === undefined)) {
    throw new UsageError(
      'init: without a terminal, --name and --base-url are required.',
      'For example: npx assay init --name staging --base-url https://host/2025-10-13 --states-url https://host/_states',
    )
  }
  const responses = terminal ? await askQuestions(given, terminal) : given
  const schema = relative(dirname(path), SCHEMA).replaceAll('\\', '/')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(
    path,
    deploymentFileText(responses, schema.startsWith('.') ? schema : `./${schema}`, proposal),
  )
  writeFileSync(example, environmentExample(responses))

  const shown = relative(process.cwd(), path)
  const commands = commandsFor({ deployment: shown })
  return [
    ...(proposal ? [summaryText(proposal)] : []),
    ...responses.remarks.map((remark) => printable(remark)),
    `Wrote ${shown} and ${relative(process.cwd(), example)}.`,
    'Copy .env.example to .env in the folder you run from, fill it in, then:',
    '',
    `  ${commands.doctor}`,
    `  ${commands.run}`,
    '',
  ].join('\n')
}

/** What the person entered comes before what the document says. */
function withProposal(entries: Entries, { title, baseUrl, areas }: Proposal): Entries {
  const { remarks, ...fromDocument } = checked({
    name: title,
    baseUrl: entries.baseUrl === undefined ? baseUrl : undefined,
  })
  return {
    ...fromDocument,
    ...(areas === undefined ? {} : { areas }),
    ...entries,
    remarks: [...entries.remarks, ...remarks],
  }
}
