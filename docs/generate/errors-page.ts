/** The text of `docs/errors.md`: every error of Assay, as a terminal shows it. */
import { exampleOf, subjects, type ErrorCode } from '../../errors/index.ts'

/** @returns Markdown, not yet formatted */
export const errorsPage = (): string =>
  [
    '# Errors',
    '',
    'Written by `npm run docs` from `errors/catalogue/`. It has every error that a command of Assay ends with, with an example.',
    '',
    '- The first line has what failed, then what was found. The second line has what to do, and the code.',
    '- The exit code is 2, which means that nothing was judged. An entry with "Exit code 3" means that the run is inconclusive.',
    '- After a release, a code keeps its name and its meaning. The text may change: programs read the code.',
    '- `npx assay explain port-invalid` shows one error.',
    '- A mistyped command or option has the code `command-line-invalid`.',
    '',
    'Why a requirement failed or is blocked is in the report: [outcomes](outcomes.md).',
    ...Object.entries(subjects).flatMap(([subject, errors]) => [
      '',
      `## ${subject}`,
      ...(Object.keys(errors) as ErrorCode[]).flatMap(section),
    ]),
    '',
  ].join('\n')

function section(code: ErrorCode): readonly string[] {
  const { message, exitCode } = exampleOf(code)
  return [
    '',
    `### ${code}`,
    '',
    ...(exitCode === 2 ? [] : [`Exit code ${exitCode}.`, '']),
    '```text',
    message,
    '```',
  ]
}
