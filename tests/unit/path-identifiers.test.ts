/** Identifiers of a deployment are encoded in paths, and never change the path. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Blocked } from '../../fixtures/errors.ts'
import { createCaller } from '../../fixtures/caller.ts'
import { deploymentFrom } from '../../fixtures/config/load-deployment.ts'
import type { Outgoing } from '../../fixtures/http/exchange-client.ts'

const deployment = deploymentFrom(
  {
    name: 'd',
    baseUrl: 'https://host.example/2025-10-13',
    credentials: { clientId: '${ID}', clientSecret: '${SECRET}' },
  },
  'd.yaml',
  { ID: 'id', SECRET: 'secret' },
)
const sent: Outgoing[] = []
const call = createCaller(deployment, (outgoing) => {
  sent.push(outgoing)
  return Promise.reject(new Error('sent'))
})
const get = (id: string) =>
  call({ operation: 'getCustomerExternalAccount', path: { externalAccountId: id }, authorization: 'Basic x' })

for (const id of ['..', '.', '', '\ud800', 'a\udc00'])
  it(`an identifier ${JSON.stringify(id)} is sent nowhere`, async () => {
    sent.length = 0
    await assert.rejects(get(id), (error) => error instanceof Blocked && error.fixIn === 'implementation')
    assert.equal(sent.length, 0)
  })

for (const id of ['...', '../x', 'a/b?c#d', '%2e%2e', 'ExternalAccount:1', '..\\', '\u{1f600}'])
  it(`an identifier ${JSON.stringify(id)} is one segment of the path`, async () => {
    sent.length = 0
    await assert.rejects(get(id), /sent/)
    const { pathname, search, hash } = new URL(sent[0]!.url)
    assert.equal(decodeURIComponent(pathname.split('/').at(-1)!), id)
    assert.match(pathname, /\/customers\/external-accounts\/[^/]+$/)
    assert.equal(search + hash, '')
  })
