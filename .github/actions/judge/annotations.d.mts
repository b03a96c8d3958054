/** What is read of `conformance.json`. */
interface Found {
  readonly requirements: readonly {
    readonly id: string
    readonly verdict: string
    readonly title: string
    readonly reason?: string
    readonly next?: string
    readonly operations?: readonly string[]
  }[]
}

export declare function annotations(
  conformance: Found,
  deploymentFile: { readonly path: string; readonly text: string },
): readonly string[]
