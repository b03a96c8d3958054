/** A text without its percent escapes; the text itself if they are malformed. */
export function tryDecodeUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
