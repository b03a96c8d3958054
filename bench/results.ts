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
  readonly figures: readonly Figure[]
}

export interface Results {
  readonly schemaVersion: 1
  /** YYYY-MM-DD. */
  readonly measuredOn: string
  readonly machine: string
  /** Number of measurements; the median counts. */
  readonly rounds: number
  readonly tables: readonly Table[]
}
