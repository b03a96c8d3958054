/** A deployment that claims one area, so that certifying takes seconds, and its certificate bundle. */
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keygen, PRIVATE_KEY, PUBLIC_KEY } from '../../cli/keygen.ts'
import type { Reference } from '../../reference/serve.ts'
import { startSelftestServer } from '../../selftest/hosted/hosting.ts'
import { assay, emptyFolder, type Ended } from '../cli/assay.ts'

const CREDENTIALS = { clientId: 'certified-client', clientSecret: 'certified-secret-of-the-tests' }
const STATES_TOKEN = 'certified-states-token'
export const VARIABLES = {
  CERTIFIED_ID: CREDENTIALS.clientId,
  CERTIFIED_SECRET: CREDENTIALS.clientSecret,
  CERTIFIED_TOKEN: STATES_TOKEN,
}

export const startDeployment = (): Promise<Reference> =>
  startSelftestServer({ credentials: CREDENTIALS, statesToken: STATES_TOKEN })

/**
 * Writes a deployment file into a folder.
 *
 * @param areas that it claims; undefined: all
 * @param below path of a faulty deployment, or of variants
 * @param notOffered capabilities
 */
export function deploymentFile(
  folder: string,
  { url }: Pick<Reference, 'url'>,
  areas: readonly string[] | undefined,
  below = '',
  notOffered: readonly string[] = [],
): string {
  const { origin } = new URL(url)
  const file = join(folder, `deployment${below.replaceAll('/', '-')}.yaml`)
  writeFileSync(
    file,
    [
      'name: certified',
      `baseUrl: ${origin}${below}/2025-10-13`,
      'credentials: { clientId: "${CERTIFIED_ID}", clientSecret: "${CERTIFIED_SECRET}" }',
      `states: { url: "${origin}${below}/_states", headers: { authorization: "Bearer \${CERTIFIED_TOKEN}" } }`,
      // A busy machine responds late, which is no fault of the deployment.
      'limits: { maxWaitSeconds: 20, requestsPerSecond: 2000, concurrency: 16, requestTimeoutSeconds: 120 }',
      ...(areas === undefined ? [] : [`areas: [${areas.join(', ')}]`]),
      `notOffered: [${notOffered.join(', ')}]`,
    ].join('\n'),
  )
  return file
}

export interface Certified {
  readonly folder: string
  /** Directory of the bundle. */
  readonly bundle: string
  readonly privateKey: string
  readonly publicKey: string
  readonly ended: Ended
}

const shared = new Map<string, Promise<Certified>>()

/** The certificate of a conforming deployment, which the files of a process share. Its files must not be changed. */
export function sharedCertified(areas: readonly string[]): Promise<Certified> {
  const known = shared.get(areas.join())
  if (known !== undefined) return known
  const made = certifiedAlone(areas)
  shared.set(areas.join(), made)
  return made
}

async function certifiedAlone(areas: readonly string[]): Promise<Certified> {
  const reference = await startDeployment()
  try {
    return await certified(reference, areas)
  } finally {
    await reference.close()
  }
}

/**
 * Certifies a running deployment with a new pair of keys.
 *
 * @param options further options of `assay certify`
 */
export async function certified(
  reference: Reference,
  areas: readonly string[] | undefined,
  options: readonly string[] = [],
  { below, notOffered }: { readonly below?: string; readonly notOffered?: readonly string[] } = {},
): Promise<Certified> {
  const folder = emptyFolder()
  keygen(folder)
  const [privateKey, publicKey] = [join(folder, PRIVATE_KEY), join(folder, PUBLIC_KEY)]
  const bundle = join(folder, 'bundle')
  const file = deploymentFile(folder, reference, areas, below, notOffered)
  const certify = () =>
    assay(['certify', '-d', file, '--out', bundle, '--key', privateKey, ...options], VARIABLES)
  let ended = await certify()
  if (ended.code === 3) {
    // A busy machine may delay a response until a check is blocked: then certify again, as the message asks.
    rmSync(bundle, { recursive: true })
    ended = await certify()
  }
  assert.equal(ended.code, 0, ended.stderr + ended.stdout)
  return { folder, bundle, privateKey, publicKey, ended }
}
