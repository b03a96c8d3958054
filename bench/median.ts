/** The median item by one of its figures. */
export const medianByTime = <Measured>(
  all: readonly Measured[],
  figureOf: (one: Measured) => number,
): Measured => all.toSorted((a, b) => figureOf(a) - figureOf(b))[Math.floor(all.length / 2)]!

/** The median, of an odd number of figures. */
export const median = (figures: readonly number[]): number => medianByTime(figures, (one) => one)
