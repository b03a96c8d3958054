/** A deployment may have its own words for what the contract does not name: names of the deployment file. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { conforming, conformingBodyOf } from '../../fixtures/requests/conforming.ts'
import { ownValue, withOwnValues } from '../../fixtures/requests/own-values.ts'
import { names } from '../../spec/index.ts'

const own = { ...names, executePermission: 'PAY', modeWithoutApproval: 'AUTOMATIC' }
const policy = { permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'], defaultExecutionMode: 'AUTO' }
const ownPolicy = { permissions: ['CREATE_QUOTES', 'PAY'], defaultExecutionMode: 'AUTOMATIC' }

describe('the own words of a deployment', () => {
  it('replace the defaults in the policy of a request', () => {
    assert.deepEqual(withOwnValues('createAgent', { name: 'one', policy }, own), {
      name: 'one',
      policy: ownPolicy,
    })
    assert.deepEqual(withOwnValues('updateAgentPolicy', policy, own), ownPolicy)
  })

  it('replace them in the conforming body too, so that the file may change the rest', () => {
    const body = withOwnValues('updateAgentPolicy', conforming(policy), own) as object

    assert.deepEqual(conformingBodyOf(body as Readonly<Record<string, unknown>>), ownPolicy)
  })

  it('leave other requests and usual names as they are', () => {
    const body = { text: 'AUTO' }

    assert.equal(withOwnValues('createQuote', body, own), body)
    assert.equal(withOwnValues('createAgent', body, names), body)
  })

  it('are what a response shows', () => {
    assert.equal(ownValue('EXECUTE_QUOTES', own), 'PAY')
    assert.equal(ownValue('CREATE_QUOTES', own), 'CREATE_QUOTES')
  })
})
