/** The text of `docs/messages.md`: every message that is written beside its cause, for a reviewer. */
import type { Message } from './messages.ts'

/** @returns Markdown, not yet formatted */
export function messagesPage(messages: readonly Message[]): string {
  const files = [...new Set(messages.map(({ file }) => file))]
  return [
    '# Messages',
    '',
    'Written by `npm run docs` from the sources, for a reviewer of the texts. Why a check is blocked, why a run stopped, and',
    'what doctor found, each with what to do. ‹name› is filled in. [Errors](errors.md) has what a command ends with.',
    ...files.flatMap((file) => [
      '',
      `## ${file}`,
      '',
      '```text',
      messages
        .filter((message) => message.file === file)
        .map(({ found, next }) => `${found}\n  → ${next}`)
        .join('\n\n'),
      '```',
    ]),
    '',
  ].join('\n')
}
