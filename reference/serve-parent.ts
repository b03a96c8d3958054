import type { ServedVersion } from './served-version.ts'
import type { Reference } from './serve.ts'

/** The message from the parent; no other process can read it. */
export interface ReferenceSecrets {
  readonly credentials: { readonly clientId: string; readonly clientSecret: string }
  readonly statesToken: string
  /** The later version that is served too. */
  readonly version?: ServedVersion | undefined
}

/** The message to the parent. */
export interface ReferenceAddresses {
  readonly url: string
  readonly statesUrl: string
}

/** Starts a server with the secrets that the parent process sends, and ends with that process. */
export function serveParent(start: (secrets: ReferenceSecrets) => Promise<Reference>): void {
  // A terminal interrupts both processes; the parent first writes its report, and then ends this process.
  process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined)
  process.on('disconnect', () => process.exit())
  process.once('message', (secrets: ReferenceSecrets) => {
    void start(secrets).then(({ url, statesUrl, later = { url, statesUrl } }) =>
      process.send!(later satisfies ReferenceAddresses),
    )
  })
}
