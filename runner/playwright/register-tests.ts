/** Each check as one test of Playwright. */
import { test, type TestInfo } from '@playwright/test'
import { applies } from '../../fixtures/applies.ts'
import { onRegistered, type RegisteredCheck } from '../../fixtures/check.ts'
import type { ExchangeSession } from '../../fixtures/http/exchange-client.ts'
import { createRefusals } from '../../fixtures/http/refusals.ts'
import { liveSession } from '../../fixtures/session/live-session.ts'
import { performCheck } from '../../fixtures/perform-check.ts'
import { createRedaction } from '../../fixtures/redaction/redaction.ts'
import type { SecretVault } from '../../fixtures/redaction/secret-vault.ts'
import { sharedLimits } from '../../fixtures/config/limits.ts'
import type { Judgement } from '../../spec/index.ts'
import type { RunPlan } from '../run-plan.ts'
import { CHECK, exchangeAttachment, judgementAttachment, type KeptExchange } from './attachments.ts'

/** A check that ran out of time has a second attempt in the same test. */
const ATTEMPTS_IN_A_TEST = 2

/** Every check that was registered in this process. */
export const registeredChecks: RegisteredCheck[] = []

let registered: RunPlan | undefined

/** The plan of the tests, which the configuration has registered before a reporter is made. */
export const registeredPlan = (): RunPlan => registered!

/**
 * Registers a test for every check of the suites that are loaded from now on, if it applies to the deployment.
 *
 * @param acceptedRead address of a read that the deployment accepted before the first test; undefined: none is known
 */
export function registerTests(
  plan: RunPlan,
  vault: SecretVault,
  acceptedRead: () => string | undefined,
): void {
  registered = plan
  const { deployment, seed } = plan
  const target = { name: deployment.name, deployment, only: undefined, waitsFor: undefined }
  const settingOf = onceForWorkers((workers) => {
    const limits = sharedLimits(deployment.limits, workers)
    const { webhooks } = plan
    return liveSession(
      { ...deployment, limits },
      {
        webhooks,
        redaction: createRedaction((name, secret) => vault.keep(name, secret)),
        refusals: createRefusals(acceptedRead),
      },
    )
  })

  onRegistered((check) => {
    registeredChecks.push(check)
    if (!applies(check, target)) return
    const { key, title, requirements, waits } = check
    const details = {
      tag: waits ? ['@waits'] : [],
      annotation: { type: CHECK, description: JSON.stringify({ check: key, title, requirements }) },
    }
    test(`${requirements.join(' ')} | ${title}`, details, async ({}, testInfo) => {
      const session = settingOf(testInfo.config.workers)
      const perform = (number: number) => attempt(check, number, session, testInfo)
      const first = ATTEMPTS_IN_A_TEST * testInfo.retry + 1

      const judgement = await perform(first)
      tell(judgement.obstacle === undefined ? judgement : await perform(first + 1))
    })
  })

  /** Performs the check, and attaches its judgement and every exchange. */
  async function attempt(
    check: RegisteredCheck,
    number: number,
    session: ExchangeSession,
    testInfo: TestInfo,
  ): Promise<Judgement> {
    const kept: KeptExchange[] = []
    const evidence = { keep: (...[exchange, body]: KeptExchange) => void kept.push([exchange, body]) }
    const judgement = await performCheck(check, deployment, number, { ...session, evidence }, seed)
    // `attach` would make a step of each, with a stack trace that takes longer than the request did.
    testInfo.attachments.push(...kept.map(exchangeAttachment), judgementAttachment(judgement))
    return judgement
  }
}

/** The checks of one worker share a setting, which is made when the first of them runs. */
function onceForWorkers(make: (workers: number) => ExchangeSession): (workers: number) => ExchangeSession {
  let session: ExchangeSession | undefined
  return (workers) => (session ??= make(workers))
}

/** A failure throws; a blocked check is skipped. */
function tell({ verdict, message }: Judgement): void {
  if (verdict === 'blocked') test.skip(true, message)
  if (verdict === 'fail') throw new Error(message)
}
