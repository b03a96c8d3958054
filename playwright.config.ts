import { availableParallelism } from 'node:os'
import { extname, join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { config as readDotenv } from 'dotenv'
import { startReferenceServer } from './reference/start-process.ts'
import { REFERENCE_FILE } from './cli/prepare-run.ts'
import { targetOf } from './cli/target.ts'
import { requestsAtOnce } from './fixtures/http/rate-limiter.ts'
import { registerTests } from './runner/playwright/register-tests.ts'
import { acceptedReadFrom, isFirst, storeRequest, planFrom, vaultOf } from './runner/playwright/request.ts'
import { longestSilenceMs } from './runner/run-plan.ts'

/** Most tests wait for the deployment most of the time: one in seven waits two seconds for an effect that must not come. */
const WORKERS_PER_PROCESSOR = 3
/** Playwright finds these by name: `.ts` in a checkout, `.js` in the published package. */
const ending = extname(import.meta.url)

if (isFirst(process.env)) {
  readDotenv({ quiet: true })
  const { ASSAY_DEPLOYMENT, ASSAY_REFERENCE } = process.env
  const deployment = targetOf(
    { deployment: ASSAY_DEPLOYMENT, reference: ASSAY_REFERENCE !== undefined },
    'run',
  )
  if (deployment === undefined) Object.assign(process.env, (await startReferenceServer()).variables)
  storeRequest(process.env, deployment, REFERENCE_FILE)
}
const plan = await planFrom(process.env)
registerTests(plan, vaultOf(plan, process.env), () => acceptedReadFrom(process.env))

/** So many workers can each send two requests at the same time. */
const raced = Math.floor(requestsAtOnce(plan.deployment.limits) / 2)

export default defineConfig({
  testDir: './suites',
  testMatch: `**/*.spec${ending}`,
  outputDir: join(plan.out, '.playwright'),
  fullyParallel: true,
  forbidOnly: true,
  // Only one process can listen on a named port.
  workers:
    plan.webhooks.port === undefined
      ? Math.max(1, Math.min(raced, WORKERS_PER_PROCESSOR * availableParallelism()))
      : 1,
  retries: 1,
  // Every request and every wait is bounded by itself; this only ends what hangs in spite of that.
  timeout: 2 * longestSilenceMs(plan.deployment),
  globalSetup: `./cli/playwright-setup${ending}`,
  reporter: [[`./runner/playwright/reporter${ending}`]],
})
