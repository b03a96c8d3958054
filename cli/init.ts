import { commandsFor } from '../reports/commands.ts'
import { printable } from '../reports/printable.ts'
import { summaryText } from '../init/openapi/proposal-text.ts'
import { propose, type Proposal } from '../init/openapi/propose.ts'
import { askQuestions, type Terminal } from '../init/ask-questions.ts'
import { formatOf } from '../init/file-format.ts'
import { refusePresent, writeDeploymentFile } from '../init/write-deployment-file.ts'
import { checked, type Entered, type Entries } from '../init/entries.ts'
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

/**
 * Writes a deployment file, and `.env.example` beside it.
 *
 * @returns what to tell the person
 * @throws UsageError when something is not given or cannot be used, before anything is written
 */
export async function init({ file, entered, force, terminal, openapi }: InitOptions): Promise<string> {
  refusePresent(file, force)
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
  const written = writeDeploymentFile(file, responses, proposal)
  const commands = commandsFor({ deployment: written.file })
  return [
    ...(proposal ? [summaryText(proposal, formatOf(file) !== 'json')] : []),
    ...responses.remarks.map((remark) => printable(remark)),
    `Wrote ${printable(written.file)} and ${printable(written.example)}.`,
    ...(written.isShared
      ? [
          `${printable(written.example)} had its variables already. Rename them in ${printable(written.file)} if another deployment has other credentials.`,
        ]
      : []),
    'Copy .env.example to .env beside the file, fill it in, then:',
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
