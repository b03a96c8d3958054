import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ServedVersion } from './served-version.ts'
import type { ReferenceAddresses, ReferenceSecrets } from './serve-parent.ts'

export interface ReferenceServer {
  /** The environment variables of `deployments/reference.yaml`. */
  readonly variables: Readonly<Record<string, string>>
  close(): Promise<void>
}

const PROGRAM = fileURLToPath(new URL(`program${extname(import.meta.url)}`, import.meta.url))

/**
 * Starts the reference server with new credentials on a free port of this machine, in a process that ends with this one.
 *
 * @param program default: the reference server alone
 * @param version a later version of the contract: the addresses are those of it
 * @throws Error when it does not start
 */
export async function startReferenceServer(
  program = PROGRAM,
  version?: ServedVersion,
): Promise<ReferenceServer> {
  const secret = () => randomBytes(24).toString('hex')
  const secrets: ReferenceSecrets = {
    credentials: { clientId: `client-${randomBytes(4).toString('hex')}`, clientSecret: secret() },
    statesToken: secret(),
    version,
  }
  // A test runner's flags and context must not reach this program.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [], env })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const { url, statesUrl } = await new Promise<ReferenceAddresses>((started, broken) => {
    child.once('message', (addresses) => started(addresses as ReferenceAddresses))
    child.once('error', broken)
    child.once('exit', (code) => broken(new Error(`the reference server ended with ${code}`)))
    child.send(secrets)
  })
  child.unref()
  child.channel?.unref()
  return {
    variables: {
      ASSAY_REFERENCE_URL: url,
      ASSAY_REFERENCE_STATES_URL: statesUrl,
      ASSAY_REFERENCE_STATES_TOKEN: secrets.statesToken,
      ASSAY_REFERENCE_CLIENT_ID: secrets.credentials.clientId,
      ASSAY_REFERENCE_CLIENT_SECRET: secrets.credentials.clientSecret,
    },
    close() {
      // Keeps a reference, so that this process does not end meanwhile.
      child.ref()
      if (child.connected) child.disconnect()
      return ended
    },
  }
}
