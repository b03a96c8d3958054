/** What is read of `conformance.json`. */
interface Found {
  readonly requirements: readonly { readonly id: string; readonly operations?: readonly string[] }[]
  readonly causes?: readonly {
    readonly title: string
    readonly verdict: string
    readonly next: string
    readonly requirements: readonly string[]
  }[]
}

export declare function annotations(
  conformance: Found,
  deploymentFile: { readonly path: string; readonly text: string },
): readonly string[]
