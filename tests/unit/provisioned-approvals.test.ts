/** Customers who pay only once their KYC is approved. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createProvisioningMemory } from '../../fixtures/provisioning/memory.ts'
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

  it('is waited for at length once if no verification approves it', async () => {
    const { routes, time } = verifying(Infinity)
    const memory = createProvisioningMemory()
    const begun = time.now()

    for (let count = 0; count < 4; count++)
      await apiOf(routes, { time, memory, maxWaitSeconds: 300 }).arrange('agent', {})

    assert.ok(time.now() - begun < 45_000, `${time.now() - begun} ms`)
  })

  it('is used as it is where no verification can be triggered', async () => {
    const { 'POST /verifications': _, ...routes } = verifying(0).routes

    const { customerId } = await apiOf(routes).arrange('agent', {})

    assert.match(customerId, /^Customer:/)
  })
})
