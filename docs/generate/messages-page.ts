/** The text of `docs/messages.md`: every message that is written beside its cause, for a reviewer. */
import type { Message } from './messages.ts'

/** @returns Markdown, not yet formatted */
export function messagesPage(messages: readonly Message[]): string {
  const files = [...new Set(messages.map(({ file }) => file))]
  return [
    '# Messages',
    '',
    'This page lists the texts of Assay, for those who review them. `npm run docs` writes it from the sources. The texts are notes',
    'and progress of commands, their help, why a check is blocked, why a run stopped, the findings of doctor, causes, the violations',
    'that Assay reports, and the texts of pages.',
    '',
    'The line with the arrow is the next step. A text without one is a note, or part of another message. ‹name› is a value,',
    '‹…› a value without a name, and [one | other] a choice.',
    '',
    '[Errors](errors.md) has the errors that end a command. Titles of checks are in `suites/`.',
    ...files.flatMap((file) => [
      '',
      `## ${file}`,
      '',
      '```text',
      listed(messages.filter((message) => message.file === file)),
      '```',
    ]),
    '',
  ].join('\n')
}

/** A text of one line needs no empty line beside another one. */
function listed(messages: readonly Message[]): string {
  const texts = messages.map(({ found, next }) => (next === '' ? found : `${found}\n  → ${next}`))
  const isShort = (index: number) => texts[index]?.includes('\n') === false
  return texts
    .map((text, index) => (index === 0 ? '' : isShort(index) && isShort(index - 1) ? '\n' : '\n\n') + text)
    .join('')
}
