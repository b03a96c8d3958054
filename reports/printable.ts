/** Makes visible what would steer a terminal or reorder what a person reads. */

// Control characters; bidirectional, zero-width and separator characters; characters that XML cannot have; half a surrogate
// pair.
const UNPRINTABLE =
  // oxlint-disable-next-line no-control-regex -- finding them is the purpose
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff]|\p{Surrogate}/gu

/** Azure Pipelines, TeamCity and GitHub Actions read these as commands anywhere in a line. */
const COMMAND = /(##[a-z]*)\[/gi

/**
 * Untrusted text for display: line breaks and tabs as a space, other unprintable characters as `‹U+001B›`. Keeps the
 * characters of `keep`, such as a line feed.
 */
export const printable = (text: string, keep = ''): string =>
  text.replaceAll(COMMAND, '$1‹U+005B›').replace(UNPRINTABLE, (character) => {
    if (keep.includes(character)) return character
    if (character === '\n' || character === '\r' || character === '\t') return ' '
    const code = character.codePointAt(0) ?? 0
    return `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`
  })
