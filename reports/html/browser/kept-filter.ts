/** The filter of a tab. It survives a reload, and a newer report of the same deployment. */

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
    // A browser may have no storage for a local file.
    return { words: '', area: '', verdicts: [] }
  }
}

export function writeFilter(filter: Filter): void {
  try {
    sessionStorage.setItem(keyOfFilter(), JSON.stringify(filter))
  } catch {
    // Only the filter is lost on a reload.
  }
}
