/** Lines of the terminal, no longer than it is wide. Pure. */

const NARROWEST = 40
/** Tables, commands and addresses are copied or aligned: the terminal breaks them where they do not fit. */
const FIXED = /^(?:[│┌└├]|\s*npx |Report: )/
// oxlint-disable-next-line no-control-regex -- colours have no width
const COLOUR = /\u001b\[\d+m/g

/**
 * Wraps each line between words. Later lines are indented as its text is.
 *
 * @param columns of the terminal; undefined: not known
 */
export function wrappedLines(text: string, columns: number | undefined): string {
  if (columns === undefined || columns < NARROWEST) return text
  return text
    .split('\n')
    .map((line) => (FIXED.test(line.replaceAll(COLOUR, '')) ? line : wrappedLine(line, columns)))
    .join('\n')
}

function wrappedLine(line: string, columns: number): string {
  if (widthOf(line) <= columns) return line
  const hanging = ' '.repeat(indentOf(line.replaceAll(COLOUR, '')))
  const [, start = '', rest = ''] = /^( *)(.*)$/s.exec(line) ?? []
  const lines: string[] = []
  let current = start
  for (const word of rest.split(' ')) {
    const isFirst = current.trim() === ''
    if (!isFirst && widthOf(`${current} ${word}`) > columns) {
      lines.push(current)
      current = hanging + word
    } else current += isFirst ? word : ` ${word}`
  }
  return [...lines, current].join('\n')
}

const widthOf = (text: string) => text.replaceAll(COLOUR, '').length

/** Of a numbered line the width of its number, else that of the line and two more. */
function indentOf(line: string): number {
  const numbered = /^ *\d+\. /.exec(line)
  return numbered ? numbered[0].length : (/^ */.exec(line)?.[0].length ?? 0) + 2
}
