/** Deliberate violations of the contract, one for each flow; off unless a test enables them. */
export interface Mistakes {
  /** The last page of a list is one item short. */
  readonly lastPageDropsAnItem?: boolean
  /** Accepts a signature after the expiry. */
  readonly expiryIgnored?: boolean
  /** Forgets the request identifier of quote creation. */
  readonly everyRequestIsNew?: boolean
  /** Pays a rejected transaction. */
  readonly rejectionPays?: boolean
  /** A paused agent can still act. */
  readonly pauseForgotten?: boolean
}
