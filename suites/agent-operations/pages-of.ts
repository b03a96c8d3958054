/** How a list is to be cut into pages (contract: Limits, page size; defaults: page size is exact but for the last). */
export interface Pages {
  readonly count: number
  /** Sizes of the pages that are full. */
  readonly full: readonly number[]
}

/** @param total at least one item */
export const pagesOf = (total: number, limit: number): Pages => ({
  count: Math.ceil(total / limit),
  full: Array<number>(Math.floor(total / limit)).fill(limit),
})
