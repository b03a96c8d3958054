/** Makes visible what would steer a terminal or reorder what a person reads. */

// C0 except nothing, DEL, C1; bidirectional controls; line and paragraph separator; zero-width; byte order mark.
const UNPRINTABLE =
  // oxlint-disable-next-line no-control-regex -- finding them is the purpose
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu

/**
 * Text from outside as it may be shown: control pictures for C0 (␛ for ESC), `‹U+202E›` for the rest. Keeps what
 * `keep` names, such as a line feed.
 */
export const printable = (text: string, keep = ''): string =>
  text.replace(UNPRINTABLE, (character) => {
    if (keep.includes(character)) return character
    const code = character.codePointAt(0) ?? 0
    if (code < 0x20) return String.fromCodePoint(0x2400 + code)
    if (code === 0x7f) return '␡'
    return `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`
  })
