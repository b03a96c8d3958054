/** The options that `assay judge` and `assay proxy` share. */
export interface TrafficOptions {
  /** Path of the deployment file. */
  readonly deployment?: string
  readonly baseUrl?: string
  readonly anyHost?: boolean
  readonly out: string
  readonly baseline?: string
  readonly allowBlocked?: readonly string[] | undefined
  readonly edition?: string
}

export interface ProxyOptions extends TrafficOptions {
  /** Where requests are forwarded. */
  readonly to?: string
  readonly port?: string
  readonly host: string
}
