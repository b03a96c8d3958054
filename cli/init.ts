import { commandsFor } from '../reports/commands.ts'
import { printable } from '../reports/printable.ts'
import { summaryText } from '../init/openapi/proposal-text.ts'
import { propose, type Proposal } from '../init/openapi/propose.ts'
import { askQuestions, type Terminal } from '../init/ask-questions.ts'
import { formatOf } from '../init/file-format.ts'
import { refusePresent, writeDeploymentFile } from '../init/write-deployment-file.ts'
import { checked, type Entered, type Entries } from '../init/entries.ts'
import { assayError } from '../errors/index.ts'

export interface InitOptions {
  /** Path of the deployment file to write. */
  readonly file: string
  /** Values of the options; the command asks for missing ones. */
  readonly entered: Entered
  /** Write over files that are there. */
  readonly force: boolean
  /** undefined: no terminal. */
  readonly terminal: Terminal | undefined
  /** The owner's OpenAPI document; undefined: none. */
  readonly openapi?: string | undefined
}

/**
 * Writes a deployment file, and `.env.example` in the same folder.
 *
 * @returns the message for the person
 * @throws AssayError when a value is missing or invalid, before anything is written
 */
export async function init({ file, entered, force, terminal, openapi }: InitOptions): Promise<string> {
  refusePresent(file, force)
  const typed = checked(entered)
  const proposal = openapi === undefined ? undefined : propose(openapi, typed.areas)
  const given = proposal ? withProposal(typed, proposal) : typed
  if (!terminal && (given.name === undefined || given.baseUrl === undefined)) {
    throw assayError('init-options-missing')
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

/** A value from the person takes precedence over the document. */
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
