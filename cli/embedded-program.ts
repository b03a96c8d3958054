/** The embedded deployment, in a process of its own: what judges it does not share a processor with it. */
import { startReference } from '../reference/serve.ts'

/** What the parent sends, since nobody else may read it. */
export interface EmbeddedSecrets {
  readonly credentials: { readonly clientId: string; readonly clientSecret: string }
  readonly statesToken: string
}

/** What it is sent back. */
export interface EmbeddedAddresses {
  readonly url: string
  readonly statesUrl: string
}

// A terminal interrupts both; the parent has its report to write, and ends this process after that.
process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined)
process.on('disconnect', () => process.exit())
process.once('message', (secrets: EmbeddedSecrets) => {
  void startReference(secrets).then(({ url, statesUrl }) =>
    process.send!({ url, statesUrl } satisfies EmbeddedAddresses),
  )
})
