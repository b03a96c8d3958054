import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nearest } from '../../fixtures/config/nearest.ts'

it('of two words that are as near, the one with swapped letters is meant', () => {
  assert.equal(nearest('QOU', ['CON', 'QUO']), 'QUO')
  assert.equal(nearest('QOU', ['QUO', 'CON']), 'QUO')
  assert.equal(nearest('wallet.bitcoin', ['wallets.bitcoin', 'liveness']), 'wallets.bitcoin')
  assert.equal(nearest('nothing like it', ['QUO']), undefined)
})

it('a part of a name is enough, also in the plural', () => {
  assert.equal(nearest('agents', ['customers', 'agent-management', 'agent-operations']), 'agent-management')
  assert.equal(nearest('verification', ['contact-verification']), 'contact-verification')
  assert.equal(nearest('the', ['agent-theory']), undefined)
})
