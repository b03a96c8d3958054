/** Recordings of traffic that Assay cannot judge: HAR files, and `exchanges.jsonl`. */
import { defineError } from '../define-error.ts'

const NAME_A_RECORDING = 'Name a HAR file, an `exchanges.jsonl`, or the folder of a finished run.'
const RECORD_AGAIN = 'Save the recording again as HAR 1.2, or name an `exchanges.jsonl` of Assay.'
const REMOVE_ENTRY = 'Save the recording again, or remove this entry.'

export interface Place {
  readonly file: string
  /** From 1. */
  readonly line: number
  /** From 0. */
  readonly byte: number
}

interface Entry {
  readonly file: string
  readonly line: number
  /** From 0. */
  readonly index: number
}

const atByte = ({ file, line, byte }: Place) => `Reading the recording ${file}, line ${line} (byte ${byte})`
const atEntry = ({ file, line, index }: Entry) =>
  `Reading the recording ${file}, entry ${index} (line ${line})`
const atFile = ({ file }: { readonly file: string }) => `Reading the recording ${file}`

const PLACE: Place = { file: 'traffic.har', line: 12, byte: 3400 }
const ENTRY: Entry = { file: 'traffic.har', line: 120, index: 3 }

export const trafficErrors = {
  'traffic-file-missing': defineError({
    failed: atFile,
    found: 'there is no such file',
    next: NAME_A_RECORDING,
    example: { file: 'traffic.har' },
  }),
  'traffic-folder-without-recording': defineError({
    failed: atFile,
    found: ({ needed }) => `the folder has no ${needed}`,
    next: NAME_A_RECORDING,
    example: { file: 'reports/latest', needed: 'exchanges.jsonl' },
  }),
  'traffic-file-unreadable': defineError({
    failed: atFile,
    found: ({ code }) => `it cannot be read (${code})`,
    next: 'Name a readable file.',
    example: { file: 'traffic.har', code: 'EACCES' },
  }),
  'traffic-file-zipped': defineError({
    failed: atFile,
    found: 'the file is a ZIP archive',
    next: 'Unpack it, and name the .har file in it.',
    example: { file: 'traffic.zip' },
  }),
  'traffic-file-compressed': defineError({
    failed: atFile,
    found: 'the file is compressed with gzip',
    next: ({ file }) => `Decompress it: gzip -dk ${file}`,
    example: { file: 'traffic.har.gz' },
  }),
  'traffic-file-utf-16': defineError({
    failed: atFile,
    found: 'the file is encoded in UTF-16',
    next: 'Save it as UTF-8.',
    example: { file: 'traffic.har' },
  }),
  'traffic-line-invalid': defineError({
    failed: ({ file, line }) => `Reading the recording ${file}, line ${line}`,
    found: 'it is not an exchange that Assay recorded',
    next: 'Name an `exchanges.jsonl` of Assay, or rename a HAR file to .har.',
    example: { file: 'exchanges.jsonl', line: 3 },
  }),
  'har-empty': defineError({
    failed: atByte,
    found: 'the file is empty',
    next: RECORD_AGAIN,
    example: { file: 'traffic.har', line: 1, byte: 0 },
  }),
  'har-not-an-object': defineError({
    failed: atByte,
    found: 'the file does not begin with a HAR object { "log": { … } }',
    next: RECORD_AGAIN,
    example: PLACE,
  }),
  'har-without-entries': defineError({
    failed: atByte,
    found: 'the file has no array at $.log.entries',
    next: RECORD_AGAIN,
    example: PLACE,
  }),
  'har-cut-off': defineError({
    failed: atByte,
    found: ({ within }) => `the file ends within ${within}`,
    next: RECORD_AGAIN,
    example: { ...PLACE, within: 'entry 3' },
  }),
  'har-too-deep': defineError({
    failed: atByte,
    found: ({ max }) => `arrays and objects nest deeper than ${max} levels`,
    next: RECORD_AGAIN,
    example: { ...PLACE, max: 200 },
  }),
  'har-unbalanced': defineError({
    failed: atByte,
    found: ({ bracket }) => `${bracket} closes nothing that is open`,
    next: RECORD_AGAIN,
    example: { ...PLACE, bracket: '}' },
  }),
  'har-entry-not-an-object': defineError({
    failed: atByte,
    found: ({ index, found }) => `entry ${index} is not an object: it begins with ${found}`,
    next: RECORD_AGAIN,
    example: { ...PLACE, index: 3, found: '"' },
  }),
  'har-entry-too-large': defineError({
    failed: atEntry,
    found: ({ megabytes }) => `the entry is larger than ${megabytes} MB`,
    next: 'Remove the entry, or record without the bodies of large downloads.',
    example: { ...ENTRY, megabytes: 32 },
  }),
  'har-entry-not-json': defineError({
    failed: atEntry,
    found: ({ problem }) => `the entry is not valid JSON: ${problem}`,
    next: REMOVE_ENTRY,
    example: { ...ENTRY, problem: 'Unexpected end of JSON input' },
  }),
  'har-entry-invalid': defineError({
    failed: ({ file, line, index, path }) =>
      `Reading the recording ${file}, $.log.entries[${index}]${path} (line ${line})`,
    found: ({ problem }) => problem,
    next: REMOVE_ENTRY,
    example: { ...ENTRY, path: '.request.url', problem: 'expected a string, found 7' },
  }),
} as const
