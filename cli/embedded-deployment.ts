import { randomBytes } from 'node:crypto'

export interface Embedded {
  /** What `deployments/reference.yaml` takes its values from. */
  readonly variables: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** Starts the reference deployment on a free port of this machine, within this process, with credentials of its own. */
export async function startEmbedded(): Promise<Embedded> {
  const { startReference } = await import('../reference/serve.ts')
  const secret = () => randomBytes(24).toString('hex')
  const credentials = { clientId: `client-${randomBytes(4).toString('hex')}`, clientSecret: secret() }
  const statesToken = secret()
  const server = await startReference({ credentials, statesToken })
  return {
    variables: {
      ASSAY_REFERENCE_URL: server.url,
      ASSAY_REFERENCE_STATES_URL: server.statesUrl,
      ASSAY_REFERENCE_STATES_TOKEN: statesToken,
      ASSAY_REFERENCE_CLIENT_ID: credentials.clientId,
      ASSAY_REFERENCE_CLIENT_SECRET: credentials.clientSecret,
    },
    close: () => server.close(),
  }
}
