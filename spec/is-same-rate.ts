/** A rate may have more digits in memory than in the database. No market moves by so little. */
const TOLERANCE = 1e-6

/** Whether two values are the same rate, as far as a database keeps it. */
export const isSameRate = (one: unknown, other: unknown): boolean =>
  typeof one === 'number' &&
  typeof other === 'number' &&
  Math.abs(one - other) <= TOLERANCE * Math.max(Math.abs(one), Math.abs(other))
