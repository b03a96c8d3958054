/** Versions of the contract, and drafts of one. */
import { allOf, defineError, quoted } from '../define-error.ts'

export interface Place {
  readonly file: string
  readonly line: number | undefined
}

/** An entry of a version that contradicts another one, and how many more there are. */
export interface Entry extends Place {
  readonly kind: string
  readonly id: string
  readonly others: number
}

const reading = ({ file, line }: Place) =>
  `Reading the contract ${file}${line === undefined ? '' : `, line ${line}`}`
const more = ({ others }: { readonly others: number }) =>
  others === 0 ? '' : ` (and ${others} more ${others === 1 ? 'problem' : 'problems'})`

const FILE = { file: 'draft/contract.yaml', line: 12 }
const ENTRY = { ...FILE, kind: 'requirements', id: 'QUO-20', others: 0 }

export const contractErrors = {
  'contract-unknown': defineError<{ readonly given: string; readonly known: readonly string[] }>({
    failed: 'Choosing a version of the contract',
    found: ({ given }) =>
      `${quoted(given)} is neither a version that Assay has nor a folder with contract.yaml`,
    next: ({ known }) => `Give ${allOf(known)}, or the folder of a draft (docs/contract-versions.md).`,
    example: { given: '2027-01-01', known: ['2025-10-13'] },
  }),
  'contract-unreadable': defineError({
    failed: ({ file }) => `Reading the contract ${file}`,
    found: ({ code }) => `it cannot be read (${code})`,
    next: 'Give the folder of a draft with a readable file contract.yaml.',
    example: { file: FILE.file, code: 'EACCES' },
  }),
  'contract-invalid': defineError<Place & { readonly problem: string }>({
    failed: reading,
    found: ({ problem }) => problem,
    next: 'Correct that place; docs/contract-versions.md has every key.',
    example: { ...FILE, problem: 'unknown key remove; allowed are add, change, retire' },
  }),
  'contract-follows-unknown': defineError<
    Place & { readonly follows: string; readonly known: readonly string[] }
  >({
    failed: reading,
    found: ({ follows }) => `it follows ${quoted(follows)}, which Assay does not have`,
    next: ({ known }) => `Follow ${allOf(known)}.`,
    example: { ...FILE, line: 2, follows: '2020-01-01', known: ['2025-10-13'] },
  }),
  'contract-order': defineError<Place & { readonly version: string; readonly follows: string }>({
    failed: reading,
    found: ({ version, follows }) => `version ${version} is not later than ${follows}, which it follows`,
    next: 'Give the version a later day.',
    example: { ...FILE, line: 1, version: '2025-01-01', follows: '2025-10-13' },
  }),
  'contract-id-unknown': defineError<Entry & { readonly usedBy: string | undefined }>({
    failed: reading,
    found: (entry) =>
      `${entry.usedBy === undefined ? 'it names' : `${entry.usedBy} names`} an entry of ${entry.kind} that does not exist: ${entry.id}${more(entry)}`,
    next: ({ kind, id }) => `Correct the id, or add ${id} under ${kind}: add.`,
    example: { ...ENTRY, id: 'LIM-01', usedBy: undefined },
  }),
  'contract-id-exists': defineError<Entry>({
    failed: reading,
    found: (entry) => `it adds an entry of ${entry.kind} that exists already: ${entry.id}${more(entry)}`,
    next: 'State it under change, or use a new id: an id is never used again.',
    example: ENTRY,
  }),
  'contract-id-retired': defineError<Entry & { readonly usedBy: string }>({
    failed: reading,
    found: (entry) => `it retires ${entry.kind} ${entry.id}, but ${entry.usedBy} names it${more(entry)}`,
    next: ({ usedBy }) => `Change or retire ${usedBy} too.`,
    example: { ...ENTRY, usedBy: 'capabilities uma' },
  }),
  'contract-change-empty': defineError<Entry & { readonly detail: string }>({
    failed: reading,
    found: (entry) => `the change of ${entry.kind} ${entry.id} does nothing: ${entry.detail}${more(entry)}`,
    next: 'Remove that part of the change, or correct it.',
    example: { ...ENTRY, detail: 'level has that value already' },
  }),
  'contract-inconsistent': defineError<Place & { readonly problem: string }>({
    failed: reading,
    found: ({ problem }) => `the version as a whole is inconsistent: ${problem}`,
    next: 'Add, change or retire the named entry so that the whole is consistent.',
    example: { ...FILE, line: undefined, problem: 'explanations.yaml: LIM is missing' },
  }),
  'recording-of-other-contract': defineError<Readonly<Record<'folder' | 'recorded' | 'chosen', string>>>({
    failed: ({ folder }) => `Replaying ${folder}`,
    found: ({ recorded, chosen }) => `it was judged by contract ${recorded}, and not by ${chosen}`,
    next: 'Give its version or the folder of its draft: assay replay DIR --contract VERSION.',
    example: { folder: 'reports/latest', recorded: '2026-04-15', chosen: '2025-10-13' },
  }),
  'recording-of-unknown-edition': defineError<Readonly<Record<'folder' | 'edition' | 'version', string>>>({
    failed: ({ folder }) => `Replaying ${folder}`,
    found: ({ edition }) => `it was judged by edition ${edition}, which this version of Assay does not have`,
    next: ({ version }) => `Replay it with the version that made it: ${version}.`,
    example: { folder: 'reports/latest', edition: '7', version: '2.0.0' },
  }),
} as const
