/** The quick part of `assay doctor`: a few harmless requests before a run sends thousands. */
import type { Deployment } from '../fixtures/config/deployment.ts'
import type { Evidence } from '../fixtures/recording/evidence.ts'
import type { RateLimiter } from '../fixtures/http/rate-limiter.ts'
import type { Identity } from '../fixtures/http/identity.ts'
import { localNow } from '../fixtures/time.ts'
import { commandsFor } from '../reports/commands.ts'
import { count } from '../reports/verdict-words.ts'
import { examineBaseAddress, findNothingServed, type BaseAddress } from './base-address.ts'
import type { Diagnosis } from './diagnosis.ts'
import { beginExamination, type Examination } from './examination.ts'
import { examineCredentials, type CredentialsSeen } from './platform-credentials.ts'
import { readingOf } from './reading.ts'
import { examineStatesEndpoint } from './states-endpoint.ts'

/** No judgement is possible, since the deployment is unreachable: exit code 3. */
export class DeploymentUnreachable extends Error {
  override readonly name = 'DeploymentUnreachable'
}

/** No judgement is possible, since the deployment rejects what the deployment file says: exit code 3. */
export class DeploymentRefuses extends Error {
  override readonly name = 'DeploymentRefuses'
}

/**
 * Tests that a deployment responds.
 *
 * @param only areas and requirement ids to judge; empty: all
 * @param evidence keeps the exchanges; default: they are not kept
 * @param pace rate limiter of the run: the limits apply to both together
 * @param identity how requests identify Assay; default: openly
 * @returns address of a read that the deployment accepted; undefined: none was tried, or none was accepted
 * @throws DeploymentUnreachable and DeploymentRefuses
 */
export async function examineBriefly(
  deployment: Deployment,
  only: readonly string[] = [],
  evidence?: Evidence,
  rateLimiter?: RateLimiter,
  identity?: Identity,
): Promise<string | undefined> {
  const examination = beginExamination(deployment, {
    only,
    ...(evidence !== undefined && { evidence }),
    ...(rateLimiter !== undefined && { rateLimiter }),
    ...(identity !== undefined && { identity }),
    requestTimeoutMs: remainderOf(deployment.limits.requestTimeoutSeconds * 1000),
  })
  try {
    return await examine(deployment, examination)
  } finally {
    await examination.close()
  }
}

/** Remaining time of a limit that starts at the first call: all requests together take no longer. */
function remainderOf(limitMs: number): () => number {
  let end: number | undefined
  return () => {
    const now = localNow()
    end ??= now + limitMs
    return end - now
  }
}

/**
 * Stops a run only if its results would say nothing about the deployment; checks detect all other problems themselves.
 */
async function examine(deployment: Deployment, examination: Examination): Promise<string | undefined> {
  const stop = stopsOf(deployment)
  const base = await examineBaseAddress(examination)
  if (base.reading === undefined || base.reading === 'page') throw stop(base.diagnosis)

  const [credentials, states] = await Promise.all([
    examineCredentials(examination),
    deployment.states && examination.stakes.states.size > 0 ? examineStatesEndpoint(examination) : undefined,
  ])
  if (isElsewhere(base, credentials)) throw stop(base.diagnosis)
  const unserved = await findNothingServed(examination, base, credentials.responses)
  if (unserved) throw stop(unserved)
  if (credentials.diagnosis.state === 'wrong') throw stop(credentials.diagnosis)
  if (states?.shut) throw stop(states.diagnosis)
  return credentials.acceptedRead
}

/** None of several operations exists, not even one that the contract shows: the base path is wrong. */
const isElsewhere = ({ diagnosis, reading }: BaseAddress, { responses }: CredentialsSeen) =>
  reading === 'not-routed' &&
  diagnosis.state === 'wrong' &&
  responses.length > 1 &&
  responses.every((response) => readingOf(response) === 'not-routed')

const stopsOf =
  ({ file }: Deployment) =>
  ({ detail, fix, fixIn, blocks }: Diagnosis) => {
    const Stop = fixIn === 'environment' ? DeploymentUnreachable : DeploymentRefuses
    return new Stop(
      `${detail}\n  → ${fix ?? 'Examine the deployment with npx assay doctor.'}\n  It would block ${count(blocks.length, 'requirement')}; \`${commandsFor({ deployment: file }).doctor}\` examines everything.`,
    )
  }
