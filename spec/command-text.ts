/** A command of Assay as text that can be pasted into a POSIX shell. */
export const commandText = (words: readonly string[]): string =>
  ['npx', 'assay', ...words].map(shellWord).join(' ')

/** A word that a POSIX shell takes literally. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
