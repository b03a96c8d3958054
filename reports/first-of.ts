/** With so few more, a list shows them all: "and 3 more" takes as much room. */
const FEW = 4

/** The first items of a list; all of them if only few more would be hidden. */
export const firstOf = <Item>(items: readonly Item[], most: number): readonly Item[] =>
  items.length <= most + FEW ? items : items.slice(0, most)

/** Ids as text, with the number of those that are hidden. */
export function idsText(ids: readonly string[], most: number, separator = ' '): string {
  const shown = firstOf(ids, most)
  const left = ids.length - shown.length
  return `${shown.join(separator)}${left > 0 ? ` and ${left} more` : ''}`
}
