/** The deployment as a sequence of steps meets it: what checks stand on, and what every answer is held to. */
import { createArrangements, type Arrangements } from '../fixtures/arrange.ts'
import type { Deployment } from '../fixtures/deployment/deployment.ts'
import { openDoor, type Door, type DoorSetting, type Outgoing } from '../fixtures/door.ts'
import { createLifetimes } from '../fixtures/lifetime.ts'
import { passPatiently, type Pass } from '../fixtures/patience.ts'
import { CONSISTENCY_MS } from '../fixtures/poll.ts'
import { stageOf, type Stage } from '../fixtures/stage.ts'
import { createWebhooks } from '../fixtures/webhooks/webhooks.ts'
import { monitored, requestFindings, type RequirementId } from '../spec/index.ts'
import { Breach, isMust, without, type Problem } from './breach.ts'

export interface World {
  readonly stage: Stage
  readonly door: Door
  readonly deployment: Deployment
  /** Runs what sends requests that are wrong on purpose. */
  wrongOnPurpose<Result>(work: () => Promise<Result>): Promise<Result>
  /**
   * Asks until nothing is wrong with what is seen, as long as a change may take to be seen.
   *
   * @throws Breach on what is still wrong then
   */
  settled<Seen>(
    ask: () => Promise<Seen>,
    problemsOf: (seen: Seen) => readonly Problem[],
    exchangeOf: (seen: Seen) => string | undefined,
    withinMs?: number,
  ): Promise<Seen>
  /** What the conventions, and the laws that span exchanges, find wrong so far. */
  lawsBroken(): readonly Breach[]
  /** Tears down what was arranged. */
  close(): Promise<void>
}

/** A request of ours that does not fit the contract although it should: nobody's breach, and a mistake here. */
export class UnsoundRequest extends Error {
  override readonly name = 'UnsoundRequest'
}

/**
 * @param key names the exchanges of the sequence
 * @param seed of its wallets and request identifiers
 */
export function openWorld(deployment: Deployment, setting: DoorSetting, key: string, seed: string): World {
  const { time, clock } = setting
  const door = openDoor(key, 1, setting, seed)
  let wrong = 0
  const pass: Pass = (outgoing, mayRepeat) => {
    if (wrong === 0) soundOnly(outgoing)
    return passPatiently(door, outgoing, mayRepeat, {
      maxWaitMs: deployment.limits.maxWaitSeconds * 1000,
      time,
      hold: (ms) => setting.pace.hold(ms),
    })
  }
  const arrangements: Arrangements = createArrangements(
    deployment,
    setting.freshValues,
    pass,
    time,
    (text) => door.redact(text),
    { seed: `${seed}/provisioning`, memory: setting.provisioning },
  )
  const webhooks = createWebhooks(deployment, door, setting.post, time)
  const { lifetime } = createLifetimes(clock, setting.latency, 1, deployment.limits.maxWaitSeconds)
  const stage: Stage = stageOf(
    deployment,
    pass,
    arrangements.arrange,
    webhooks,
    {
      ...time,
      clock,
      lifetime,
      jointly: (_, work) => work(stage),
      readOnce: (_, __, read) => read(stage),
    },
    seed,
  )

  return {
    stage,
    door,
    deployment,
    async wrongOnPurpose(work) {
      wrong++
      try {
        return await work()
      } finally {
        wrong--
      }
    },
    async settled(ask, problemsOf, exchangeOf, withinMs = CONSISTENCY_MS) {
      const seen = await stage.poll(ask, (one) => !problemsOf(one).some(isMust), withinMs)
      without(problemsOf(seen), exchangeOf(seen))
      return seen
    },
    lawsBroken: () =>
      [...door.conventions(), ...monitored(door.history(), deployment.names)].flatMap(({ broken }) =>
        broken.map(
          ({ exchange, finding: { requirement, at, message } }) =>
            new Breach(requirement as RequirementId, `${at}: ${message}`, exchange),
        ),
      ),
    async close() {
      webhooks.close()
      await arrangements.tearDown()
    },
  }
}

/** @throws UnsoundRequest when a body of ours does not fit the contract */
function soundOnly({ operation, body }: Outgoing): void {
  if (operation === undefined || body === undefined) return
  const findings = requestFindings(operation, JSON.parse(body))
  if (findings.length > 0) throw new UnsoundRequest(`${operation}: ${findings.join('; ')}`)
}
