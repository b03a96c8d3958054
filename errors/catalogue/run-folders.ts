/** Folders of runs: reports, recordings, and what is kept beside them. */
import { defineError, oneOf, quoted } from '../define-error.ts'

const NAME_A_REPORT =
  'Name the folder that `npx assay run` wrote (default: reports/latest), or its conformance.json.'

export const runFolderErrors = {
  'folder-in-use': defineError<{
    readonly folder: string
    readonly owner: { readonly pid: number; readonly host: string; readonly startedAt: string } | undefined
  }>({
    failed: ({ folder }) => `Writing to ${folder}`,
    found: ({ owner }) =>
      `another run writes to this folder${owner ? ` (process ${owner.pid} on ${owner.host}, since ${owner.startedAt})` : ''}`,
    next: 'Wait until it ends, or set another folder with --out.',
    example: {
      folder: 'reports/staging',
      owner: { pid: 4711, host: 'runner', startedAt: '2026-07-01T12:00:00.000Z' },
    },
  }),
  'folder-of-other-deployment': defineError({
    failed: ({ folder }) => `Writing the report to ${folder}`,
    found: ({ deployment }) => `it contains the report of another deployment, ${deployment}`,
    next: ({ isOptional }) =>
      `Set another folder with --out${isOptional ? ', or omit --out: each run then gets a new folder' : ''}.`,
    example: { folder: 'reports/staging', deployment: 'production', isOptional: true },
  }),
  'report-not-writable': defineError({
    failed: ({ folder }) => `Writing the report to ${folder}`,
    found: ({ reason }) => reason,
    next: 'Set --out to a writable folder with free space.',
    example: { folder: '/reports', reason: "EACCES: permission denied, mkdir '/reports'" },
  }),
  'report-lost': defineError({
    failed: ({ folder }) => `Writing the report to ${folder}`,
    found: ({ reason }) => `${reason}, so the run is inconclusive`,
    next: 'Set --out to a permanent, writable folder with free space; then run again.',
    exitCode: 3,
    example: { folder: 'reports/staging', reason: 'ENOSPC: no space left on device, write' },
  }),
  'report-missing': defineError({
    failed: ({ path }) => `Reading the report ${path}`,
    found: ({ isFolder }) =>
      isFolder ? 'the folder has no conformance.json' : 'there is no such file or folder',
    next: NAME_A_REPORT,
    example: { path: 'reports/latest', isFolder: true },
  }),
  'report-unreadable': defineError({
    failed: ({ file }) => `Reading the report ${file}`,
    found: ({ code }) => `it cannot be read (${code})`,
    next: NAME_A_REPORT,
    example: { file: 'conformance.json', code: 'EACCES' },
  }),
  'report-too-large': defineError({
    failed: ({ file }) => `Reading the report ${file}`,
    found: ({ megabytes, max }) => `it has ${megabytes} MB; a report has at most ${max} MB`,
    next: NAME_A_REPORT,
    example: { file: 'conformance.json', megabytes: 500, max: 128 },
  }),
  'report-not-json': defineError({
    failed: ({ file }) => `Reading the report ${file}`,
    found: 'it is not JSON',
    next: NAME_A_REPORT,
    example: { file: 'report.txt' },
  }),
  'report-not-of-a-run': defineError({
    failed: ({ file }) => `Reading the report ${file}`,
    found: 'it is not the conformance.json of a run',
    next: NAME_A_REPORT,
    example: { file: 'package.json' },
  }),
  'report-version-unknown': defineError({
    failed: ({ file }) => `Reading the report ${file}`,
    found: ({ version }) => `it has schemaVersion ${version}; this version of Assay reads schemaVersion 1`,
    next: 'Use the version of Assay that wrote it, or run again with this one.',
    example: { file: 'conformance.json', version: '2' },
  }),
  'report-invalid': defineError({
    failed: ({ file }) => `Reading the report ${file}`,
    found: ({ problem }) => `it does not match the schema: ${problem}`,
    next: 'Name a conformance.json as `npx assay run` wrote it.',
    example: { file: 'conformance.json', problem: '/totals must be object' },
  }),
  'reports-of-two-versions': defineError({
    failed: 'compare',
    found: ({ before, after }) =>
      `${before.path} judges contract version ${before.version}, ${after.path} judges ${after.version}`,
    next: 'Compare two runs against the same contract version.',
    example: {
      before: { path: 'monday', version: '2025-10-13' },
      after: { path: 'tuesday', version: '2026-01-01' },
    },
  }),
  'recording-missing': defineError({
    failed: ({ folder }) => `Reading the recording in ${folder}`,
    found: ({ file }) => `there is no ${file}`,
    next: 'Name the folder that `npx assay run` wrote (default: reports/latest).',
    example: { folder: 'reports/latest', file: 'exchanges.jsonl' },
  }),
  'recording-invalid': defineError({
    failed: ({ file }) => `Reading the recording ${file}`,
    found: ({ problem }) => problem,
    next: 'Name the folder of a run whose files were not changed.',
    example: { file: 'reports/latest/recording.json', problem: '/seed must be string' },
  }),
  'recording-overwritten': defineError({
    failed: ({ folder }) => `Writing the report to ${folder}`,
    found: ({ recording }) => `it would overwrite the recording ${recording}, from which the report is made`,
    next: 'Set another folder with --out.',
    example: { folder: 'reports/latest', recording: 'reports/latest/exchanges.jsonl' },
  }),
  'sequence-missing': defineError({
    failed: ({ folder }) => `Reading the sequence in ${folder}`,
    found: ({ file }) => `there is no ${file}`,
    next: 'Name a folder that `npx assay explore` wrote for a requirement, such as reports/exploration/QUO-20.',
    example: { folder: 'reports/exploration', file: 'sequence.json' },
  }),
  'last-run-missing': defineError({
    failed: '--only-failed',
    found: ({ deployment, folders }) => `${oneOf(folders)} has no earlier run of ${deployment}`,
    next: 'Run without --only-failed first.',
    example: { deployment: 'staging', folders: ['reports/runs'] as readonly string[] },
  }),
  'last-run-without-failures': defineError({
    failed: '--only-failed',
    found: ({ deployment, startedAt }) =>
      `no failure is left after the last run of ${deployment}, of ${startedAt}`,
    next: 'Run without --only-failed to judge everything.',
    example: { deployment: 'staging', startedAt: '2026-07-01T12:00:00.000Z' },
  }),
  'history-missing': defineError({
    failed: 'Reading the history',
    found: ({ folder }) => `there is no folder ${folder}`,
    next: ({ folder }) =>
      `Keep the runs of a deployment with npx assay run FILE --history ${folder}, or add finished runs with npx assay history ${folder} --add REPORT.`,
    example: { folder: 'reports/history' },
  }),
  'history-not-writable': defineError({
    failed: '--history',
    found: ({ folder, code }) => `${folder} cannot be written (${code})`,
    next: 'Set a writable folder, or one that does not exist yet.',
    example: { folder: '/history', code: 'EACCES' },
  }),
  'exchange-unknown': defineError({
    failed: ({ folder }) => `Reading the recording in ${folder}`,
    found: ({ id }) => `it has no exchange ${quoted(id)}`,
    next: 'Use an exchange id from the result of the tool `causes`.',
    example: { folder: 'reports/latest', id: 'QUO-20.1.7' },
  }),
} as const
