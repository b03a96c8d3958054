/** At most `limit` items of a list, in order: important ones first, then the others, evenly spread. */
export function sampled<Item>(
  items: readonly Item[],
  limit: number,
  matters: (item: Item) => boolean,
): readonly Item[] {
  if (items.length <= limit) return items
  const first = evenly(items.filter(matters), limit)
  const rest = evenly(
    items.filter((item) => !matters(item)),
    limit - first.length,
  )
  const chosen = new Set([...first, ...rest])
  return items.filter((item) => chosen.has(item))
}

const evenly = <Item>(items: readonly Item[], count: number): readonly Item[] =>
  items.length <= count
    ? items
    : items.filter(
        (_, index) =>
          Math.floor((index * count) / items.length) !== Math.floor(((index - 1) * count) / items.length),
      )
