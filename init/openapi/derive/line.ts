/** A line of the deployment file that was derived from the document. */
export interface Line {
  readonly key: string
  /** As YAML; undefined: the key is an item of a list. */
  readonly value?: string
  /** From 0 to 1; undefined: not applicable. */
  readonly confidence?: number
  readonly remark?: string
  /** true: a key of the file; false: a comment. */
  readonly counts: boolean
}
