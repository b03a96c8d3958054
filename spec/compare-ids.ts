/** One for all: `localeCompare` creates a collator for each comparison. */
const collator = new Intl.Collator('en', { numeric: true })

/** Orders ids by their letters and numbers: `OWN-9` before `OWN-10`. */
export const compareIds = (one: string, other: string): number => collator.compare(one, other)
