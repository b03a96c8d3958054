/** A text of a report without the ids of exchanges: only `index.html` and `assay mcp` can open one. */
export const withoutExchanges = (text: string): string =>
  text.replaceAll(/ ?\((?:before: )?exchange [^)]*\)| in exchange \S+/g, '')
