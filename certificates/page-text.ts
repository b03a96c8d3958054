/**
 * The text of the HTML report without scripts, which depend on the machine. The page's policy names the script by its
 * hash, and the footer counts omitted evidence.
 */
export const pageText = (page: string): string =>
  withoutScripts(page)
    .replaceAll(/'sha256-[^']*'/g, 'hash')
    .replaceAll(/<p>\s*To stay small, this page leaves out [^<]*<\/p>/g, '')

/** Reads each character once: anyone may submit a page of many megabytes. */
function withoutScripts(page: string): string {
  const parts: string[] = []
  let at = 0
  for (;;) {
    const begin = page.indexOf('<script', at)
    const end = begin === -1 ? -1 : page.indexOf(END, begin)
    if (end === -1) return parts.join('') + page.slice(at)
    parts.push(page.slice(at, begin), '<script>')
    at = end + END.length
  }
}

const END = '</script>'
