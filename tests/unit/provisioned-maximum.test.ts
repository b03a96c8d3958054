/** A deployment that creates a number of customers, and no more. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createProvisioningMemory } from '../../fixtures/provisioning/memory.ts'
import { apiOf, blocked, newId, PAYMENTS, type Routes } from './provisioned-api.ts'

/** @param most customers that it creates */
function limited(most: number) {
  let customers = 0
  let requests = 0
  const routes: Routes = {
    ...PAYMENTS,
    'POST /customers'() {
      requests++
      return ++customers > most ? [409, { code: 'CONFLICT' }] : [201, { id: newId('Customer') }]
    },
  }
  return { routes, requests: () => requests }
}

describe('a deployment with a maximum of customers', () => {
  it('gets no more requests after many rejections, and the reason names the maximum', async () => {
    const { routes, requests } = limited(30)
    const { arrange } = apiOf(routes, { memory: createProvisioningMemory() })
    for (let count = 0; count < 100; count++) await arrange('customer', {}).catch(() => undefined)

    await assert.rejects(
      arrange('customer', {}),
      blocked(/createCustomer accepted many requests, and from then on rejected each .*maximum/),
    )

    assert.equal(requests(), 50)
  })

  it('gets more requests while some are accepted', async () => {
    const { routes, requests } = limited(1_000)
    const { arrange } = apiOf(routes, { memory: createProvisioningMemory() })

    for (let count = 0; count < 100; count++) await arrange('customer', {})

    assert.equal(requests(), 100)
  })
})
