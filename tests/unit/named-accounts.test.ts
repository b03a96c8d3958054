/** The accounts of an agent's customer in what a deployment file writes into the policy of the agent. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withAccounts, withNamedAccounts } from '../../fixtures/requests/named-accounts.ts'

const PATCH = {
  policy: {
    accountIds: ['{sourceAccountId}', '{destinationAccountId}'],
    payee: '{destinationAccountId}',
    note: 'from {sourceAccountId}',
  },
}

describe('the accounts that a policy lists', () => {
  it('are those of the customer', () => {
    const body = withAccounts({ name: 'a' }, { sourceAccountId: 'A:1', destinationAccountId: 'A:2' })

    assert.deepEqual(withNamedAccounts(PATCH, body), {
      policy: { accountIds: ['A:1', 'A:2'], payee: 'A:2', note: 'from A:1' },
    })
  })

  it('are left out where they are not known', () => {
    const body = withAccounts({ name: 'a' }, { sourceAccountId: 'A:1' })

    assert.deepEqual(withNamedAccounts(PATCH, body), {
      policy: { accountIds: ['A:1'], note: 'from A:1' },
    })
    assert.deepEqual(withNamedAccounts({ accountIds: ['{sourceAccountId}'] }, undefined), { accountIds: [] })
  })

  it('are kept by a copy of the body, and not sent', () => {
    const body = { ...withAccounts({ name: 'a' }, { sourceAccountId: 'A:1' }), name: 'b' }

    assert.deepEqual(withNamedAccounts({ from: '{sourceAccountId}' }, body), { from: 'A:1' })
    assert.equal(JSON.stringify(body), '{"name":"b"}')
  })
})
