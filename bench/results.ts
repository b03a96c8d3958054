/** Results of `npm run bench`, stored in `results.json`. */
export interface Figure {
  readonly of: string
  /** With its unit. */
  readonly value: string
  /** The target. */
  readonly target?: string
}

export interface Table {
  readonly title: string
  /** YYYY-MM-DD. A measurement of some tables keeps the others. */
  readonly measuredOn: string
  readonly figures: readonly Figure[]
}

export interface Results {
  readonly schemaVersion: 1
  /** Of the last measurement. */
  readonly machine: string
  /** Number of measurements; the median counts. */
  readonly rounds: number
  readonly tables: readonly Table[]
}
