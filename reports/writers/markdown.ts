/** Markdown in which text from outside stays text, and which a person can read without a renderer. */
import { printable } from '../printable.ts'

/** Lines of a table with aligned columns; cells are Markdown already. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const cells = [header, ...rows].map((row) => row.map((cell) => cell.replaceAll(/(?<!\\)\|/g, '\\|')))
  const widths = header.map((_, column) => Math.max(3, ...cells.map((row) => (row[column] ?? '').length)))
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`
  const [first = [], ...rest] = cells
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)]
}

/** Code that Assay's own texts mark, and addresses, which would become links. */
const AS_CODE = /(`[^`]+`|https?:\/\/[^\s`"'<>)]*[^\s`"'<>).,;:])/i

/**
 * Untrusted text as plain text: without markup, links, mentions and line breaks. Addresses and text in backticks become
 * code. Only what Markdown would interpret is escaped.
 */
export const escaped = (text: string): string =>
  text
    .split(AS_CODE)
    .map((part, at) => (at % 2 === 1 ? code(part.replaceAll('`', '')) : escapedText(part)))
    .join('')

/** What Markdown, or GitHub, would interpret: entities, tags, emphasis, links, mentions, math, blocks. */
const INTERPRETED =
  /&(?=#|[a-z])|<|[\\`*[\]~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|\$(?!\{)|\$(?=.*\$)|@(?=\w)|#(?=\d)|(?<=\bwww)\.|:(?=\/\/)|^[-+>#=]/giu

const AS_ENTITY = '$@#.:'

const escapedText = (text: string): string =>
  printable(text.replaceAll(/\s+/g, ' ')).replaceAll(INTERPRETED, (found) => {
    if (found === '&') return '&amp;'
    return AS_ENTITY.includes(found) ? `&#${found.charCodeAt(0)};` : `\\${found}`
  })

/** Text from outside, set as code. */
export function code(text: string): string {
  const shown = printable(text.replaceAll(/\s+/g, ' '))
  if (shown === '') return ''
  const longest = Math.max(0, ...(shown.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  const space = /^[` ]|[` ]$/.test(shown) ? ' ' : ''
  return `${fence}${space}${shown}${space}${fence}`
}

/**
 * Untrusted text as Markdown with a maximum of bytes; a longer one is truncated and marked.
 *
 * @param written `escaped` or `code`
 */
export function shortened(text: string, bytes: number, written: (text: string) => string): string {
  for (let most = Math.min(text.length, bytes); most > 0; most = Math.floor(most * 0.8)) {
    const cut = text.slice(0, most).replace(/\p{Surrogate}$/u, '')
    const markdown = written(most < text.length ? `${cut}…` : text)
    if (Buffer.byteLength(markdown) <= bytes) return markdown
  }
  return ''
}

/** Bytes of lines as a file has them. */
export const bytesOf = (lines: readonly string[]): number => Buffer.byteLength(`${lines.join('\n')}\n`)

/**
 * As many items as fit, each as its lines, and a line on those that do not. Writes only what it shows, since a run can
 * have thousands of causes.
 *
 * @param linesOf the lines of an item
 * @param bytes that all lines may have together
 * @param more the line for a number of items that are left out
 */
export function fitting<Item>(
  items: readonly Item[],
  linesOf: (item: Item) => readonly string[],
  bytes: number,
  more: (left: number) => string,
): readonly string[] {
  const lines: string[] = []
  for (const [at, item] of items.entries()) {
    const left = items.length - at - 1
    const note = left === 0 ? [] : ['', more(left)]
    const itemLines = linesOf(item)
    if (bytesOf([...lines, ...itemLines, ...note]) > bytes) return [...lines, more(left + 1)]
    lines.push(...itemLines)
  }
  return lines
}
