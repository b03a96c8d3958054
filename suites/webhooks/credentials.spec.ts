/** Operations of webhooks take platform credentials (contract: Authentication). */
import { check, expect } from '../../fixtures/index.ts'
import { WRONG_CREDENTIALS } from '../external-accounts/customer-account.ts'

for (const { title, authorization } of WRONG_CREDENTIALS) {
  check('WHK-09', `${title} no test event is asked for`, async ({ platform }) => {
    const answer = await platform.presenting(authorization).webhooks.test()

    expect(answer).toBeError(401)
  })
}
