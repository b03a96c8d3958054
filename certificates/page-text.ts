/**
 * The text of a report for people: all but its scripts, which depend on the machine that wrote it. The policy of the page
 * names the script by its hash, and the footer counts what found no room.
 */
export const pageText = (page: string): string =>
  page
    .replaceAll(/<script\b[^>]*>[^<]*(?:<(?!\/script>)[^<]*)*<\/script>/g, '<script>')
    .replaceAll(/'sha256-[^']*'/g, 'hash')
    .replaceAll(/<p>\s*To stay small, this page leaves out [^<]*<\/p>/g, '')
