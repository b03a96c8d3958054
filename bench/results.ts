/** What `npm run bench` measured: kept in `results.json`. */
export interface Figure {
  readonly of: string
  /** With its unit. */
  readonly value: string
  /** What it should come to. */
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
  /** How often each was measured; the median counts. */
  readonly rounds: number
  readonly tables: readonly Table[]
}
