/** The content of a delivery, however it is packed. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { payloadOf } from '../../suites/webhooks/payload.ts'

const event = { type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED', data: { status: 'ACTIVE' } }

it('is read from a text, from base64 and from a signed envelope', () => {
  const text = JSON.stringify(event)

  assert.deepEqual(payloadOf({ json: { Message: text } }), { Message: event })
  assert.deepEqual(payloadOf({ json: { data: Buffer.from(text).toString('base64') } }), { data: event })
  const parts = [{ alg: 'ES256', kid: 'key-1' }, event].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  assert.deepEqual(payloadOf({ json: { signedPayload: `${parts.join('.')}.c2lnbmF0dXJl` } }), {
    signedPayload: event,
  })
})

it('has an end, also where a text nests without one', () => {
  const endless = '['.repeat(100_000) + ']'.repeat(100_000)

  assert.doesNotThrow(() => JSON.stringify(payloadOf({ json: { Message: endless } })))
})
