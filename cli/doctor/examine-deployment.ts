import type { Deployment } from '../../fixtures/deployment/deployment.ts'
import { proxyFor } from '../../fixtures/deployment/proxy.ts'
import { excerpt } from '../../fixtures/redaction/excerpt.ts'
import { examineBaseAddress } from './base-address.ts'
import { examineOperations } from './bound-operations.ts'
import { examineCertificate } from './certificate.ts'
import { examineClock } from './clock-difference.ts'
import { fine, type Diagnosis } from './diagnosis.ts'
import { beginExamination, type Examination } from './examination.ts'
import { examineName } from './name-resolution.ts'
import { examineCredentials, examineWrongCredentials } from './platform-credentials.ts'
import { examineStates } from './provider-states.ts'
import { examineRateLimits } from './rate-limits.ts'
import { examineStatesEndpoint } from './states-endpoint.ts'

export interface Examined {
  readonly diagnoses: readonly Diagnosis[]
  /** How many requirements a run would judge. */
  readonly judged: number
}

/**
 * Examines a deployment before anything is judged. It moves no money: it reads, asks for what is nobody's, and sets up
 * and tears down each provider state once.
 *
 * @param progress is told what is examined next
 */
export async function examineDeployment(
  deployment: Deployment,
  progress: (what: string) => void,
): Promise<Examined> {
  const examination = beginExamination(deployment)
  try {
    const found = await examine(examination, progress)
    await examination.arrangements.tearDown()
    const diagnoses = [...found, ...leftBehind(examination)]
    return {
      diagnoses: diagnoses.map((diagnosis) => withoutSecrets(diagnosis, examination)),
      judged: examination.stakes.all.length,
    }
  } finally {
    await examination.close()
  }
}

/** What we made through the API, which has no operation to take it away again. */
function leftBehind({ arrangements }: Examination): readonly Diagnosis[] {
  const left = arrangements.arranged().flatMap(({ by, notTornDown }) => (by === 'self' ? notTornDown : []))
  if (left.length === 0) return []
  return [
    {
      what: 'left behind',
      state: 'warn',
      detail: `created through the API, and not torn down: ${left.join(', ')}`,
      blocks: [],
      fixIn: 'deployment-file',
    },
  ]
}

async function examine(
  examination: Examination,
  progress: (what: string) => void,
): Promise<readonly Diagnosis[]> {
  const { deployment, stakes, noted } = examination
  const network = await examineNetwork(examination, progress)
  progress('base address')
  const base = await examineBaseAddress(examination)
  const reached = [...network, base.diagnosis]
  if (base.reading === undefined || base.reading === 'page') return reached

  progress('credentials')
  const credentials = await examineCredentials(examination)
  const madeUpOnes =
    credentials.acceptedBy === undefined
      ? []
      : [await examineWrongCredentials(examination, credentials.acceptedBy)]

  progress('states.url')
  const endpoint = await examineStatesEndpoint(examination)
  const isServed = deployment.states !== undefined || deployment.stateFunctions !== undefined
  const isOpen = !isServed || endpoint.diagnosis.state === 'fine'
  const { diagnoses: states, held } = isOpen
    ? await examineStates(examination, progress)
    : { diagnoses: [], held: {} }
  const operations = await examineOperations(examination, held.agent?.accessToken, progress)
  return [
    ...reached,
    ...(stakes.operations.size === 0 ? [] : [credentials.diagnosis, ...madeUpOnes]),
    endpoint.diagnosis,
    ...states,
    ...operations,
    examineClock(deployment.baseUrl, noted),
    examineRateLimits(noted, deployment.limits),
  ]
}

/** Name and certificate of the base address, of replicas, and of the provider states where they are on another host. */
async function examineNetwork(
  { deployment, stakes }: Examination,
  progress: (what: string) => void,
): Promise<readonly Diagnosis[]> {
  const base = new URL(deployment.baseUrl)
  const states = deployment.states && new URL(deployment.states.url)
  const timeoutMs = deployment.limits.requestTimeoutSeconds * 1000
  const addresses = [
    { key: 'baseUrl', url: base, blocks: stakes.all },
    ...deployment.replicas.map((address, index) => ({
      key: `replicas[${index}]`,
      url: new URL(address),
      blocks: stakes.all,
    })),
    ...(states && states.origin !== base.origin
      ? [{ key: 'states.url', url: states, blocks: stakes.arranging(...stakes.states) }]
      : []),
  ]
  const diagnoses: Diagnosis[] = []
  for (const { key, url, blocks } of addresses) {
    const proxy = proxyFor(url, deployment.proxy)
    if (proxy !== undefined) {
      // Only the proxy resolves the name and reaches the host.
      diagnoses.push(fine(`proxy of ${key}`, `requests go through ${new URL(proxy).host}`))
      continue
    }
    progress(`DNS and TLS of ${key}`)
    const name = await examineName(key, url, blocks)
    diagnoses.push(name)
    if (name.state === 'fine')
      diagnoses.push(await examineCertificate(key, url, blocks, timeoutMs, deployment.tls))
  }
  return diagnoses
}

const LONGEST_DETAIL = 600

/** What a deployment says stands in these texts; a secret is taken out whole before a text is cut. */
function withoutSecrets(diagnosis: Diagnosis, { redaction }: Examination): Diagnosis {
  const clean = (text: string) => excerpt(text, LONGEST_DETAIL, redaction).text
  return {
    ...diagnosis,
    detail: clean(diagnosis.detail),
    ...(diagnosis.fix === undefined ? {} : { fix: clean(diagnosis.fix) }),
  }
}
