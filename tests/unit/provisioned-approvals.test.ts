/** Customers who pay only once their KYC is approved. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { apiOf, creating, movedTime, newId, PAYMENTS, quoteOf, type Routes } from './provisioned-api.ts'

/** Customers show PENDING until some time after their verification was triggered. */
function verifying(afterMs: number, field = 'kycStatus', approved = 'APPROVED') {
  const time = movedTime()
  const approvedAt = new Map<unknown, number>()
  const isApproved = (customerId: unknown) => time.now() >= (approvedAt.get(customerId) ?? Infinity)
  const routes: Routes = {
    ...PAYMENTS,
    'POST /customers': creating('Customer', { [field]: 'PENDING' }),
    'GET /customers/*': (_, path) => {
      const id = path.split('/').at(-1)!
      return [200, { id, [field]: isApproved(id) ? approved : 'PENDING' }]
    },
    'POST /verifications'({ customerId }) {
      approvedAt.set(customerId, time.now() + afterMs)
      return [201, { id: newId('Verification'), customerId }]
    },
    'POST /agents': creating('Agent', { deviceCode: { code: 'CODE' } }),
    'POST /agents/device-codes/CODE/redeem': [200, { accessToken: 'token-of-an-agent' }],
    'POST /quotes': (body) => quoteOf(body),
  }
  return { routes, time, isApproved }
}

describe('a customer whose KYC is not approved', () => {
  for (const [field, approved] of [
    ['kycStatus', 'APPROVED'],
    ['kycStatus', 'verified'],
    ['status', 'ACTIVE'],
  ] as const)
    it(`is verified before it is used, until its ${field} is ${approved}`, async () => {
      const { routes, time, isApproved } = verifying(3_000, field, approved)
      const begun = time.now()

      const { customerId } = await apiOf(routes, { time, maxWaitSeconds: 30 }).arrange('agent', {})

      assert.ok(isApproved(customerId))
      assert.ok(time.now() - begun < 12_000)
    })

  it('is used as it is once no verification has approved another one', async () => {
    const { routes, time } = verifying(Infinity)
    const { arrange, sent } = apiOf(routes, { time, maxWaitSeconds: 30, isRetry: false })

    const { customerId } = await arrange('agent', {})

    const verified = sent.filter(({ route }) => route === 'POST /verifications')
    assert.ok(verified.length > 0)
    assert.ok(verified.every(({ body }) => body.customerId !== customerId))
  })

  it('is used as it is where no verification can be triggered', async () => {
    const { 'POST /verifications': _, ...routes } = verifying(0).routes

    const { customerId } = await apiOf(routes).arrange('agent', {})

    assert.match(customerId, /^Customer:/)
  })
})
