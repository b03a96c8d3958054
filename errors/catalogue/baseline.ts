/** The baseline of known failures. */
import { defineError } from '../define-error.ts'

export const baselineErrors = {
  'baseline-unreadable': defineError({
    failed: ({ file }) => `Reading the baseline ${file}`,
    found: ({ code }) => `it cannot be read (${code})`,
    next: 'Check the path given to --baseline; `npx assay baseline --from DIR` writes a baseline from a finished run.',
    example: { file: 'baseline.yaml', code: 'ENOENT' },
  }),
  'baseline-invalid': defineError<{
    readonly file: string
    readonly line: number | undefined
    readonly problem: string
    readonly remedy: string
  }>({
    failed: ({ file, line }) => `Reading the baseline ${file}${line === undefined ? '' : `, line ${line}`}`,
    found: ({ problem }) => problem,
    next: ({ remedy }) => remedy,
    example: {
      file: 'baseline.yaml',
      line: 3,
      problem: 'QUO-20: reason is missing',
      remedy: 'Explain why the failure is accepted; the report shows this reason.',
    },
  }),
  'baseline-exists': defineError({
    failed: ({ file }) => `Writing the baseline ${file}`,
    found: 'the file already exists',
    next: 'Set another file with --out, or overwrite it with --force.',
    example: { file: 'baseline.yaml' },
  }),
  'baseline-not-writable': defineError({
    failed: ({ file }) => `Writing the baseline ${file}`,
    found: ({ code }) => `it cannot be written (${code})`,
    next: 'Set another file with --out.',
    example: { file: 'baseline.yaml', code: 'EACCES' },
  }),
} as const
