/** The one in the middle by some figure of it. */
export const middleOf = <Measured>(all: readonly Measured[], figureOf: (one: Measured) => number): Measured =>
  all.toSorted((a, b) => figureOf(a) - figureOf(b))[Math.floor(all.length / 2)]!

/** The median, of an odd number of figures. */
export const middle = (figures: readonly number[]): number => middleOf(figures, (one) => one)
