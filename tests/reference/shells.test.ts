/** The visible behaviour of each shell. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Reference } from '../../reference/serve.ts'
import { startSelftestServer } from '../../selftest/hosted/hosting.ts'

const credentials = { clientId: 'shell-client', clientSecret: 'shell-secret-of-the-tests' }
const statesToken = 'shell-states-token'
const authorization = `Basic ${Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64')}`

describe('shells', () => {
  let reference: Reference
  before(async () => {
    reference = await startSelftestServer({ credentials, statesToken })
  })
  after(() => reference.close())

  const address = (shell: string, path: string) => new URL(`/shells/${shell}${path}`, reference.url)
  const call = async (shell: string, method: string, path: string, body?: object) => {
    const response = await fetch(address(shell, `/2025-10-13${path}`), {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      body: (text === '' ? undefined : JSON.parse(text)) as { readonly [name: string]: unknown },
    }
  }
  const arrangedAccount = async (shell: string) => {
    const response = await fetch(address(shell, '/_states'), {
      method: 'POST',
      headers: { authorization: `Bearer ${statesToken}` },
      body: JSON.stringify({ action: 'setup', state: 'card', params: { state: 'ACTIVE' } }),
    })
    return { status: response.status, values: (await response.json()) as { readonly [name: string]: string } }
  }

  it('return a constant for everything', async () => {
    const responses = await Promise.all([
      call('code-409-CONFLICT', 'GET', '/cards'),
      call('status-501', 'POST', '/nowhere', {}),
      call('null', 'DELETE', '/cards/1'),
      call('no-content', 'GET', '/cards'),
    ])

    assert.deepEqual(
      responses.map(({ status }) => status),
      [409, 501, 200, 204],
    )
  })

  it('echo the request, with a new id', async () => {
    const answer = await call('echo-with-id', 'POST', '/customers', { name: 'Ada' })

    assert.equal(answer.status, 201)
    assert.equal(answer.body.name, 'Ada')
    assert.match(String(answer.body.id), /^Resource:[0-9a-f-]{36}$/)
  })

  it('reject writes and serve reads', async () => {
    const written = await call('writes-rejected-403', 'PATCH', '/config', {})
    const read = await call('writes-rejected-403', 'GET', '/config')

    assert.deepEqual([written.status, read.status], [403, 200])
  })

  it('accept writes and forget them', async () => {
    const shell = 'writes-forgotten'
    const before = await call(shell, 'GET', '/config')
    const written = await call(shell, 'PATCH', '/config', { statementDescriptor: 'FORGOTTEN' })
    const read = await call(shell, 'GET', '/config')

    assert.equal(written.status, 200)
    assert.equal(written.body.statementDescriptor, 'FORGOTTEN')
    assert.deepEqual(read.body, before.body)
  })

  it('do not store created resources', async () => {
    const created = await call('writes-forgotten', 'POST', '/tokens', {
      name: 'forgotten',
      permissions: ['VIEW'],
    })
    const read = await call('writes-forgotten', 'GET', `/tokens/${String(created.body.id)}`)

    assert.deepEqual([created.status, read.status], [201, 404])
  })

  it('return the state before the last write', async () => {
    const shell = 'reads-stale'
    const { values } = await arrangedAccount(shell)
    const path = `/cards/${values.cardId ?? ''}`
    const frozen = await call(shell, 'PATCH', path, { state: 'FROZEN' })
    const first = await call(shell, 'GET', path)
    await call(shell, 'PATCH', path, { state: 'CLOSED' })
    const second = await call(shell, 'GET', path)

    assert.deepEqual([frozen.body.state, first.body.state, second.body.state], ['FROZEN', 'ACTIVE', 'FROZEN'])
  })

  it('do not exist under another name', async () => {
    const { status } = await call('no-such-shell', 'GET', '/config')

    assert.equal(status, 404)
  })
})
