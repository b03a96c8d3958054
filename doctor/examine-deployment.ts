import type { Deployment } from '../fixtures/config/deployment.ts'
import { proxyFor } from '../fixtures/config/proxy.ts'
import { provisioningOf } from '../fixtures/provisioning/provisioners.ts'
import { excerpt } from '../fixtures/redaction/excerpt.ts'
import { printable } from '../reports/printable.ts'
import type { OperationName, StateName } from '../spec/index.ts'
import { examineBaseAddress } from './base-address.ts'
import {
  examineOperation,
  operationFindings,
  type OperationFinding,
  type OperationSeen,
} from './bound-operations.ts'
import { examineCertificate } from './certificate.ts'
import { examineClock } from './clock-difference.ts'
import { fine, type Diagnosis } from './diagnosis.ts'
import { beginExamination, type Examination } from './examination.ts'
import { examineName } from './name-resolution.ts'
import { examineCredentials, examineWrongCredentials } from './platform-credentials.ts'
import { outlookOf, type Outlook } from './outlook.ts'
import { createStateExaminer, statesInOrder, type StateFinding } from './provider-states.ts'
import { examineRandomPaths, type RandomPaths } from './random-paths.ts'
import { examineRateLimits } from './rate-limits.ts'
import { examineStatesEndpoint } from './states-endpoint.ts'

export interface Examined {
  /** Findings on the connection, the credentials and the deployment file. */
  readonly diagnoses: readonly Diagnosis[]
  readonly operations: readonly OperationFinding[]
  readonly states: readonly StateFinding[]
  /** undefined: no API was reached. */
  readonly outlook: Outlook | undefined
  /** Identifiers of resources that were created and not deleted. */
  readonly leftBehind: readonly string[]
  /** How many requirements a run would judge. */
  readonly judged: number
}

export interface ExamineOptions {
  /** Called before each examination. */
  readonly progress: (what: string) => void
  /** Whether to arrange provider states; default: true. */
  readonly mayCreate?: boolean
}

/**
 * Examines a deployment before a run. Requests to operations change nothing: they read, or name nonexistent resources.
 * Each provider state is arranged and torn down once; through the API, this can move money of a sandbox.
 */
export async function examineDeployment(
  deployment: Deployment,
  { progress, mayCreate = true }: ExamineOptions,
): Promise<Examined> {
  const examination = beginExamination(deployment)
  try {
    const found = await examine(examination, progress, mayCreate)
    await examination.arrangements.tearDown()
    const clean = <Found extends { readonly detail: string; readonly fix?: string }>(finding: Found) =>
      withoutSecrets(finding, examination)
    return {
      diagnoses: found.diagnoses.map(clean),
      operations: found.operations.map(clean),
      states: found.states.map(clean),
      outlook: found.outlook,
      leftBehind: leftBehind(examination),
      judged: examination.stakes.all.length,
    }
  } finally {
    await examination.close()
  }
}

/** Resources that were created through the API and that no operation deleted. */
function leftBehind({ arrangements, redaction }: Examination): readonly string[] {
  const left = arrangements.arranged().flatMap(({ by, notTornDown }) => (by === 'self' ? notTornDown : []))
  return [...new Set(left)].map((id) => printable(redaction.redact(id)))
}

type Found = Omit<Examined, 'judged' | 'leftBehind'>

async function examine(
  examination: Examination,
  progress: (what: string) => void,
  mayCreate: boolean,
): Promise<Found> {
  const { deployment, stakes, noted } = examination
  const network = await examineNetwork(examination, progress)
  progress('base address')
  const base = await examineBaseAddress(examination)
  const reached = [...network, base.diagnosis]
  if (base.reading === undefined || base.reading === 'page') {
    return { diagnoses: reached, operations: [], states: [], outlook: undefined }
  }
  progress('random paths')
  const randomPaths = await examineRandomPaths(examination)
  progress('credentials')
  const credentials = await examineCredentials(examination, randomPaths)
  const madeUpOnes =
    credentials.acceptedBy === undefined
      ? []
      : [await examineWrongCredentials(examination, credentials.acceptedBy)]
  progress('states.url')
  const endpoint = await examineStatesEndpoint(examination)
  const seen = await examineAll(examination, randomPaths, endpoint.diagnosis, { progress, mayCreate })
  return {
    diagnoses: [
      ...reached,
      randomPaths.diagnosis,
      ...(stakes.operations.size === 0 ? [] : [credentials.diagnosis, ...madeUpOnes]),
      endpoint.diagnosis,
      examineClock(deployment.baseUrl, noted),
      examineRateLimits(noted, deployment.limits),
    ],
    ...seen,
    outlook: outlookOf(stakes.must, seen.operations, seen.states),
  }
}

/**
 * Examines operations and states. The state `agent` comes before the operations that need the token of an agent, and
 * these before the states that need them: missing operations are not called again.
 */
async function examineAll(
  examination: Examination,
  randomPaths: RandomPaths,
  endpoint: Diagnosis,
  { progress, mayCreate = true }: ExamineOptions,
): Promise<Pick<Examined, 'operations' | 'states'>> {
  const { deployment, stakes } = examination
  const seen: OperationSeen[] = []
  const absent = new Set<OperationName>()
  const closed =
    deployment.states && endpoint.state !== 'fine' && endpoint.state !== 'warn'
      ? 'states.url cannot be used'
      : undefined
  const examiner = createStateExaminer(examination, {
    mayCreate,
    closed,
    absent: (operation) => absent.has(operation),
  })
  const [ofAgents, others] = divided(
    operationsToAsk(examination),
    (operation) => deployment.operations[operation]?.credentials === 'AGENT',
  )
  const ask = async (operations: readonly OperationName[]) => {
    for (const operation of operations) {
      progress(operation)
      seen.push(
        await examineOperation(examination, randomPaths, operation, {
          mayCreate,
          accessToken: examiner.held.agent?.accessToken,
        }),
      )
    }
    for (const { operation, state } of operationFindings(seen, examination))
      if (state === 'not found') absent.add(operation)
  }
  const [agent, states] = divided(statesInOrder(stakes.states), (state) => state === 'agent')
  const found: StateFinding[] = []
  const arrange = async (names: readonly StateName[]) => {
    for (const state of names) {
      progress(`state ${state}`)
      found.push(await examiner.examine(state))
    }
  }
  await ask(others)
  await arrange(agent)
  await ask(ofAgents)
  await arrange(states)
  const needed = seen.filter(({ operation }) => stakes.operations.has(operation))
  return { operations: operationFindings(needed, examination), states: found }
}

/** Operations that requirements call, and those that provision states if no endpoint serves them. */
function operationsToAsk({ deployment, stakes }: Examination): readonly OperationName[] {
  if (deployment.states || deployment.stateFunctions) return [...stakes.operations]
  const through = [...stakes.states].flatMap((state) => provisioningOf(state, deployment)?.operations ?? [])
  return [...new Set([...stakes.operations, ...through])]
}

function divided<Item>(
  items: readonly Item[],
  isFirst: (item: Item) => boolean,
): readonly [readonly Item[], readonly Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

/** Name and certificate of the base address, of replicas, and of the provider states if they have another host. */
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

const LONGEST_DETAIL = 800

/** A deployment can put its secrets into these texts; a secret is redacted before a text is truncated. */
function withoutSecrets<Found extends { readonly detail: string; readonly fix?: string }>(
  found: Found,
  { redaction }: Examination,
): Found {
  const clean = (text: string) => printable(excerpt(text, LONGEST_DETAIL, redaction).text)
  return {
    ...found,
    detail: clean(found.detail),
    ...(found.fix === undefined ? {} : { fix: clean(found.fix) }),
  }
}
