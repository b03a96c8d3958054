export interface Assignment {
  /** For each row its column; undefined: not assigned. */
  readonly columnOf: readonly (number | undefined)[]
  /** By how much the greatest total falls if its column of a row is worth nothing to these rows, of which it is one. */
  readonly lossWithout: (row: number, rivals: ReadonlySet<number>) => number
}

/**
 * The one-to-one assignment of rows to columns with the greatest total (Kuhn and Munkres, with shortest augmenting
 * paths).
 *
 * @param benefits rows of equal length; values of 0 or less are never assigned
 */
export function assign(benefits: readonly (readonly number[])[]): Assignment {
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
  const search: Search = { rowOf, ofRows, ofColumns, size, costs }
  for (let row = 1; row <= rows; row++) augment(row, search)
  const columnOf: (number | undefined)[] = benefits.map(() => undefined)
  for (let column = 1; column <= columns; column++) {
    const row = rowOf[column]! - 1
    if (row >= 0 && benefits[row]![column - 1]! > 0) columnOf[row] = column - 1
  }
  const lossWithout: Assignment['lossWithout'] = (row, rivals) => {
    const column = columnOf[row]
    return column === undefined ? 0 : detour(row + 1, column + 1, rivals, search)
  }
  return { columnOf, lossWithout }
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

/**
 * The length of the shortest path from a row to its own column, over other columns and their rows. The best assignment
 * without this pair costs so much more, and need not be calculated.
 */
function detour(
  from: number,
  to: number,
  rivals: ReadonlySet<number>,
  { rowOf, ofRows, ofColumns, size, costs }: Search,
): number {
  const distance = new Float64Array(size + 1).fill(Infinity)
  const used = new Uint8Array(size + 1)
  const relaxFrom = (row: number, passed: number) => {
    const line = costs[row - 1]!
    const isRival = rivals.has(row - 1)
    for (let column = 1; column <= size; column++) {
      const cost = column === to && isRival ? 0 : line[column]!
      distance[column] = Math.min(distance[column]!, passed + cost - ofRows[row]! - ofColumns[column]!)
    }
  }
  relaxFrom(from, 0)
  for (;;) {
    const next = nearestUnused(distance, used)
    if (next === to) return distance[to]!
    used[next] = 1
    if (rowOf[next] !== 0) relaxFrom(rowOf[next]!, distance[next]!)
    // The path may continue at any column: a free column is as good as any other that becomes free.
    else
      for (let column = 1; column <= size; column++)
        distance[column] = Math.min(distance[column]!, distance[next]! - ofColumns[column]!)
  }
}

function nearestUnused(distance: Float64Array, used: Uint8Array): number {
  let nearest = 0
  for (let column = 1; column < distance.length; column++)
    if (!used[column] && (nearest === 0 || distance[column]! < distance[nearest]!)) nearest = column
  return nearest
}
