/** Shards of a run: the options of one, and the folders that `assay merge` reads. */
import { count } from '../../spec/count.ts'
import { allOf, defineError, quoted } from '../define-error.ts'

export const shardErrors = {
  'shard-invalid': defineError({
    failed: '--shard',
    found: ({ shard }) => `${quoted(shard)} is not a shard`,
    next: 'Use 1/4, 2/4, 3/4 and 4/4 to run one quarter each.',
    example: { shard: '5/4' },
  }),
  'shard-of-the-reference': defineError({
    failed: '--shard',
    found: 'no deployment is named, and each shard would judge a separate reference server',
    next: 'Set --deployment; `npx assay serve` provides one reference server for all shards.',
    example: {},
  }),
  'shard-without-seed': defineError({
    failed: '--shard',
    found: 'the seed is missing that identifies the shards of one run',
    next: 'Set the same --seed for every shard of a run, and a different one for each run, such as the CI run number.',
    example: {},
  }),
  'shard-second-opinions': defineError({
    failed: '--second-opinions',
    found: 'it is not available for a shard',
    next: 'Use it when merging: `npx assay merge --second-opinions`.',
    example: {},
  }),
  'shards-too-many': defineError({
    failed: '--shard',
    found: ({ shards, concurrency }) =>
      `${count(shards, 'shard')} cannot share ${count(concurrency, 'concurrent request')} (limits.concurrency)`,
    next: ({ concurrency }) =>
      `Run at most ${count(concurrency, 'shard')}, or raise limits.concurrency in the deployment file.`,
    example: { shards: 16, concurrency: 8 },
  }),
  'durations-unusable': defineError({
    failed: '--durations',
    found: ({ file, reason }) => `${file} cannot be used: ${reason}`,
    next: 'Name the durations.json of the report of an earlier run.',
    example: { file: 'durations.json', reason: 'it is not an object with a number for each suite' },
  }),
  'shard-folder-missing': defineError({
    failed: ({ folder }) => `Reading the shards in ${folder}`,
    found: ({ file }) => `there is no ${file} in this folder, nor in the folders in it`,
    next: 'Name the folders that `npx assay run --shard --out` wrote. Omit a lost one; the report will show it.',
    example: { folder: 'shards', file: 'recording.json' },
  }),
  'shard-is-a-whole-run': defineError({
    failed: ({ folder }) => `Reading the shard ${folder}`,
    found: 'it is a whole run, not a shard',
    next: 'Name the folders that `npx assay run --shard` wrote.',
    example: { folder: 'reports/latest' },
  }),
  'shard-unreadable': defineError({
    failed: ({ file }) => `Reading the shard file ${file}`,
    found: ({ reason }) => reason,
    next: 'Copy the folder of the shard again, or omit the shard; the report will show it.',
    example: { file: 'shards/1/recording.json', reason: 'Unexpected end of JSON input' },
  }),
  'shard-given-twice': defineError({
    failed: 'merge',
    found: ({ shard, folders }) => `shard ${shard} is given twice: ${allOf(folders)}`,
    next: 'Name only one of them: a shard must not count twice.',
    example: { shard: '1 of 4', folders: ['shards/1', 'shards/copy'] as readonly string[] },
  }),
  'shards-differ': defineError<{
    readonly folders: readonly [string, string]
    readonly what: string
    readonly values: readonly string[]
  }>({
    failed: 'merge',
    found: ({ folders, what, values }) =>
      `${allOf(folders)} are not shards of one run: their ${what} differs${values.length > 0 ? `: ${allOf(values)}` : ''}`,
    next: 'Merge only shards of one run: same seed, deployment file, Assay version and options.',
    example: { folders: ['shards/1', 'shards/2'], what: 'seed', values: ['"7"', '"8"'] },
  }),
} as const
