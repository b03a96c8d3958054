import type { Reference } from './serve.ts'

/** What the parent sends; no other process may read it. */
export interface ReferenceSecrets {
  readonly credentials: { readonly clientId: string; readonly clientSecret: string }
  readonly statesToken: string
}

/** What it is sent back. */
export interface ReferenceAddresses {
  readonly url: string
  readonly statesUrl: string
}

/** Starts a server with the secrets that the parent process sends, and ends with that process. */
export function serveParent(start: (secrets: ReferenceSecrets) => Promise<Reference>): void {
  // A terminal interrupts both; the parent has its report to write, and ends this process after that.
  process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined)
  process.on('disconnect', () => process.exit())
  process.once('message', (secrets: ReferenceSecrets) => {
    void start(secrets).then(({ url, statesUrl }) =>
      process.send!({ url, statesUrl } satisfies ReferenceAddresses),
    )
  })
}
