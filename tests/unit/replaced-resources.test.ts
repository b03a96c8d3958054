/** A change by PUT sends the whole resource: what it left out would be deleted (RFC 9110, 9.3.4). */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createCaller } from '../../fixtures/caller.ts'
import { configurationClient } from '../../fixtures/clients/platform-configuration.ts'
import { deploymentFrom } from '../../fixtures/config/load-deployment.ts'

const PRESENT = { umaDomain: 'pay.example', statementDescriptor: 'PAY' }

/** The body that a change sends where the operation is bound so. */
async function bodySent(updateConfiguration: string, changes: unknown): Promise<unknown> {
  const deployment = deploymentFrom(
    {
      name: 'd',
      baseUrl: 'https://host.example/2025-10-13',
      credentials: { clientId: '${ID}', clientSecret: '${SECRET}' },
      operations: { updateConfiguration },
    },
    'd.yaml',
    { ID: 'id', SECRET: 'secret' },
  )
  let sent: unknown
  const call = createCaller(deployment, ({ body }) => {
    sent = JSON.parse(body ?? 'null')
    return Promise.reject(new Error('sent'))
  })
  await assert.rejects(configurationClient(call, undefined).update(changes, PRESENT), /sent/)
  return sent
}

it('PUT sends the settings that do not change too', async () => {
  assert.deepEqual(await bodySent('PUT /config', { statementDescriptor: 'SHOP' }), {
    umaDomain: 'pay.example',
    statementDescriptor: 'SHOP',
  })
})

it('PATCH sends the change', async () => {
  assert.deepEqual(await bodySent('PATCH /config', { statementDescriptor: 'SHOP' }), {
    statementDescriptor: 'SHOP',
  })
})

it('PUT sends an invalid body unchanged', async () => {
  assert.deepEqual(await bodySent('PUT /config', []), [])
})
