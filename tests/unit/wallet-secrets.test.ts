import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { secretsOfExport } from '../../fixtures/redaction/wallet-secrets.ts'

const KEY = 'abandon ability able about above absent absorb abstract absurd abuse access accident'

describe('the response to an export', () => {
  it('is secret in any field', () => {
    assert.deepEqual(
      secretsOfExport('exportInternalAccount', {
        wallet: [{ seed: KEY }],
        code: 'EXPORTED',
        key: `0x${'ab'.repeat(32)}`,
      }),
      [
        ['export', KEY],
        ['export', `0x${'ab'.repeat(32)}`],
      ],
    )
  })

  it('is secret also under a name for something else, where it is nothing else', () => {
    assert.deepEqual(secretsOfExport('exportInternalAccount', { status: KEY }), [['export', KEY]])
  })

  it('is not secret if it is a word, an identifier or a time, whatever the field name', () => {
    const response = {
      kode: 'SERVICE_WALLET_SIGNATURE_REQUIRED',
      problem: 'AUTHENTICATIONREQUIRED',
      account: 'InternalAccount:00000000-0000-4000-8000-000000000001',
      until: '2026-11-22T10:00:00.000Z',
    }

    assert.deepEqual(secretsOfExport('exportInternalAccount', response), [])
  })

  it('is searched in exports only', () => {
    assert.deepEqual(secretsOfExport('getCustomer', { name: KEY }), [])
  })
})
