import Table from 'cli-table3'

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: ' ',
}

/** Spaces around a cell: before and after. */
const PADDING = { 'padding-left': 1, 'padding-right': 0 }

/**
 * Rows in columns without lines. The last column takes the remaining width and wraps.
 *
 * @param widths of all columns but the last
 */
export function columns(
  rows: readonly (readonly string[])[],
  widths: readonly number[],
  width: number,
): string {
  const last = Math.max(20, width - widths.reduce((sum, each) => sum + each + 1, 0))
  const all = [...widths, last]
  const table = new Table({
    colWidths: all,
    wordWrap: true,
    chars: NO_LINES,
    style: { head: [], border: [], ...PADDING },
  })
  for (const row of rows) table.push(row.map((text, index) => breakable(text, all[index]! - 1)))
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

/** The table truncates a word that is longer than its column; this function breaks it instead. */
const breakable = (text: string, column: number) =>
  text.replace(new RegExp(`\\S{${column}}(?=\\S)`, 'g'), '$& ')

/** The width of the longest text and its padding, at most `limit`. */
export const widthOf = (texts: readonly string[], limit: number): number =>
  Math.min(limit, Math.max(0, ...texts.map((text) => text.length)) + 1)
