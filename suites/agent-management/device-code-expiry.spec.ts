/** Device codes expire (contract: Authentication, gaps: that they have a lifetime, though not which). */
import { check, expect } from '../../fixtures/index.ts'
import { redeemedToken } from './managed-agent.ts'

/** For a deployment that counts whole seconds. */
const MARGIN_MS = 1_000

check('AGM-56', 'an expired device code is not redeemed', { waits: true }, async (stage) => {
  const { arrange, platform, clock, lifetime } = stage
  await redeemedToken(stage, (await arrange('device-code', {})).code)
  const expiresInSeconds = lifetime.seconds()
  const { code } = await arrange('device-code', { expiresInSeconds })
  const expired = new Date(clock.atLeast() + expiresInSeconds * 1_000).toISOString()
  await clock.past(expired, MARGIN_MS)

  const answer = await platform.agents.redeem(code)

  expect(answer).toHaveStatus(400, 401, 403, 404, 409, 410, 422)
})
