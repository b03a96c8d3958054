/** The difference of two lists of plain values, in words. Pure. */

/** The difference of one item. */
interface DifferentItem {
  /** From 1. */
  readonly place: number
  readonly wanted: string
  readonly found: string
}

interface DifferenceOfLists {
  readonly words: string
  /** The first item that differs; undefined: the lists have different lengths. */
  readonly item?: DifferentItem
}

/** How two lists differ; undefined: one of the texts is no whole list of plain values, or nothing says it shorter. */
export function differenceOfLists(expected: string, actual: string): DifferenceOfLists | undefined {
  const wanted = itemsIn(expected)
  const found = itemsIn(actual)
  if (wanted === undefined || found === undefined) return undefined
  const others = ofOtherItems(wanted, found)
  if (wanted.length !== found.length) return others
  const atPlace = ofPlace(wanted, found)
  return others && wanted.length > 1 && areNames(wanted) ? { ...atPlace, ...others } : atPlace
}

function ofPlace(wanted: readonly string[], found: readonly string[]): DifferenceOfLists | undefined {
  const places = wanted.flatMap((value, index) => (value === found[index] ? [] : [index]))
  const [first] = places
  if (first === undefined) return undefined
  const item = { place: first + 1, wanted: wanted[first]!, found: found[first]! }
  const said = `${item.found} instead of ${item.wanted}`
  const others = places.length - 1
  const more = others === 0 ? '' : ` (and ${others} other ${others === 1 ? 'item' : 'items'})`
  return {
    words: wanted.length === 1 ? said : `item ${item.place} of ${wanted.length} is ${said}${more}`,
    item,
  }
}

function ofOtherItems(
  wanted: readonly string[],
  found: readonly string[],
): Pick<DifferenceOfLists, 'words'> | undefined {
  const missing = without(wanted, found)
  const unexpected = without(found, wanted)
  const parts = [
    ...(missing.length === 0 ? [] : [`missing ${someOf(missing)}`]),
    ...(unexpected.length === 0 ? [] : [`unexpected ${someOf(unexpected)}`]),
  ]
  return parts.length === 0 ? undefined : { words: parts.join('; ') }
}

/** Different texts: each says itself which item it is. */
const areNames = (items: readonly string[]): boolean =>
  new Set(items).size === items.length && items.every((item) => item.startsWith('"'))

/** The items that another list does not have as often. */
function without(items: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others]
  return items.filter((item) => {
    const place = left.indexOf(item)
    if (place !== -1) left.splice(place, 1)
    return place === -1
  })
}

const ITEMS_NAMED = 2

function someOf(items: readonly string[]): string {
  const more = items.length - ITEMS_NAMED
  return items.slice(0, ITEMS_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** As JSON texts, with identifiers shortened; an empty list says itself in words. */
function itemsIn(text: string): readonly string[] | undefined {
  if (!text.startsWith('[')) return undefined
  try {
    const items = JSON.parse(text) as readonly unknown[]
    return items.every((item) => typeof item !== 'object')
      ? items.map((item) => JSON.stringify(item))
      : undefined
  } catch {
    return undefined
  }
}
