/** The filter of a tab, kept when the page is loaded again or replaced by a newer one of the same deployment. */

export interface Filter {
  readonly words: string
  /** Id of an area; empty: all. */
  readonly area: string
  /** Empty: all. */
  readonly verdicts: readonly string[]
}

export const keyOfFilter = (): string =>
  `assay-filter ${document.querySelector('.subject')?.textContent ?? ''}`

export function readFilter(): Filter {
  try {
    const { words, area, verdicts } = JSON.parse(
      sessionStorage.getItem(keyOfFilter()) ?? '{}',
    ) as Partial<Filter>
    return { words: words ?? '', area: area ?? '', verdicts: verdicts ?? [] }
  } catch {
    // A browser may keep nothing for a file.
    return { words: '', area: '', verdicts: [] }
  }
}

export function writeFilter(filter: Filter): void {
  try {
    sessionStorage.setItem(keyOfFilter(), JSON.stringify(filter))
  } catch {
    // The filter is lost when the page is loaded again, and nothing else.
  }
}
