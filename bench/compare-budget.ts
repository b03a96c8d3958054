/** `budget.json`: the limit of each figure. */
export interface Budget {
  /** Tolerance for a figure: some counts differ a little from run to run. */
  readonly margin: number
  readonly most: Readonly<Record<string, number>>
}

export interface BudgetRow {
  readonly figure: string
  /** undefined: not measured. */
  readonly measured: number | undefined
  /** undefined: no budget. */
  readonly budget: number | undefined
  /** Why it fails; undefined: it passes. */
  readonly problem: string | undefined
}

/**
 * Each figure with its budget, in the order of the budget. Every figure must have a budget, and every budget a figure.
 */
export function compareBudget(
  measured: Readonly<Record<string, number>>,
  { margin, most }: Budget,
): readonly BudgetRow[] {
  const figures = new Set([...Object.keys(most), ...Object.keys(measured)])
  return [...figures].map((figure) => {
    const [value, budget] = [measured[figure], most[figure]]
    return { figure, measured: value, budget, problem: problemOf(value, budget, margin) }
  })
}

function problemOf(value: number | undefined, budget: number | undefined, margin: number) {
  if (budget === undefined) return 'has no budget'
  if (value === undefined) return 'was not measured'
  return value > budget * (1 + margin)
    ? `is ${Math.round((value / budget - 1) * 100)} % over its budget`
    : undefined
}
