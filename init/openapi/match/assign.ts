/**
 * The one-to-one assignment of rows to columns with the greatest total (Kuhn and Munkres, with shortest augmenting
 * paths).
 *
 * @param benefits rows of equal length; values of 0 or less are never assigned
 * @returns for each row its column; undefined: not assigned
 */
export function assign(benefits: readonly (readonly number[])[]): readonly (number | undefined)[] {
  const rows = benefits.length
  const columns = benefits[0]?.length ?? 0
  // Each row has an additional column with benefit 0.
  const size = columns + rows
  const costs = benefits.map((line) => {
    const cost = new Float64Array(size + 1)
    for (const [column, benefit] of line.entries()) cost[column + 1] = -Math.max(benefit, 0)
    return cost
  })
  const rowOf = new Int32Array(size + 1)
  const ofRows = new Float64Array(rows + 1)
  const ofColumns = new Float64Array(size + 1)
  for (let row = 1; row <= rows; row++) augment(row, { rowOf, ofRows, ofColumns, size, costs })
  const result: (number | undefined)[] = benefits.map(() => undefined)
  for (let column = 1; column <= columns; column++) {
    const row = rowOf[column]! - 1
    if (row >= 0 && benefits[row]![column - 1]! > 0) result[row] = column - 1
  }
  return result
}

interface Search {
  /** The row that has a column, from 1; 0: none. */
  readonly rowOf: Int32Array
  /** Potentials. */
  readonly ofRows: Float64Array
  readonly ofColumns: Float64Array
  readonly size: number
  /** By row from 0 and column from 1. */
  readonly costs: readonly Float64Array[]
}

/** Assigns a column to a row, and reassigns others if that increases the total. */
function augment(row: number, { rowOf, ofRows, ofColumns, size, costs }: Search): void {
  const slack = new Float64Array(size + 1).fill(Infinity)
  const before = new Int32Array(size + 1)
  const used = new Uint8Array(size + 1)
  rowOf[0] = row
  let column = 0
  do {
    used[column] = 1
    const current = rowOf[column]!
    const line = costs[current - 1]!
    const potential = ofRows[current]!
    let next = 0
    let smallest = Infinity
    for (let other = 1; other <= size; other++) {
      if (used[other]) continue
      const reduced = line[other]! - potential - ofColumns[other]!
      if (reduced < slack[other]!) {
        slack[other] = reduced
        before[other] = column
      }
      if (slack[other]! < smallest) {
        smallest = slack[other]!
        next = other
      }
    }
    for (let other = 0; other <= size; other++) {
      if (used[other]) {
        ofRows[rowOf[other]!]! += smallest
        ofColumns[other]! -= smallest
      } else slack[other]! -= smallest
    }
    column = next
  } while (rowOf[column] !== 0)
  for (; column !== 0; column = before[column]!) rowOf[column] = rowOf[before[column]!]!
}
