/** Deliberate mistakes against the contract, one for each flow; none unless a test asks for it. */
export interface Mistakes {
  /** The last page of a list is one item short. */
  readonly lastPageDropsAnItem?: boolean
  /** A signature is taken however late it comes. */
  readonly expiryIgnored?: boolean
  /** The request identifier of quote creation is not remembered. */
  readonly everyRequestIsNew?: boolean
  /** A rejected transaction is paid all the same. */
  readonly rejectionPays?: boolean
  /** A paused agent goes on. */
  readonly pauseForgotten?: boolean
}
