/** Markdown in which text from outside stays text. */
import { printable } from '../printable.ts'

/** Lines of a table; cells are Markdown already. */
export const table = (header: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  row(header),
  row(header.map(() => '---')),
  ...rows.map(row),
]

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** Text from outside as plain text: no markup, link, mention or line break of its own. */
export const escaped = (text: string): string =>
  printable(text.replaceAll(/\s+/g, ' '))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]()#+!|~$@:-]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Text from outside, set as code. */
export const code = (text: string): string => `<code>${escaped(text)}</code>`
