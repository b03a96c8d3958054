/**
 * Bytes as text of a script element: 13 bits as two printable characters, an eighth shorter than base64.
 * Like the markup functions, `bytesOf` also runs in the reader's browser.
 */

/** The 91 printable ASCII characters without a meaning in markup. */
export const DIGITS: string = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index))
  .filter((character) => !'<&"'.includes(character))
  .join('')

/** The number of bytes, a space, and two digits for every 13 bits. */
export function textOf(bytes: Uint8Array): string {
  const digits = new Uint8Array(2 * Math.ceil((8 * bytes.length) / 13))
  let filled = 0
  const add = (value: number) => {
    digits[filled++] = DIGITS.charCodeAt(Math.floor(value / 91))
    digits[filled++] = DIGITS.charCodeAt(value % 91)
  }
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    if (bits < 13) continue
    bits -= 13
    add(held >> bits)
    held &= (1 << bits) - 1
  }
  if (bits > 0) add(held << (13 - bits))
  return `${bytes.length} ${new TextDecoder('latin1').decode(digits)}`
}

/** The inverse of `textOf`. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const gap = text.indexOf(' ')
  const bytes = new Uint8Array(Number(text.slice(0, gap)))
  const values = new Uint8Array(128)
  for (let value = 0; value < DIGITS.length; value++) values[DIGITS.charCodeAt(value)] = value
  let held = 0
  let bits = 0
  let filled = 0
  for (let at = gap + 1; at < text.length; at += 2) {
    const pair = (values[text.charCodeAt(at)] ?? 0) * 91 + (values[text.charCodeAt(at + 1)] ?? 0)
    held = (held << 13) | pair
    bits += 13
    while (bits >= 8 && filled < bytes.length) {
      bits -= 8
      bytes[filled++] = held >> bits
    }
    held &= (1 << bits) - 1
  }
  return bytes
}
