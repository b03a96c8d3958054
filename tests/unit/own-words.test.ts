/** A deployment may have its own words for what the contract does not name: names of the deployment file. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Report } from '../../fixtures/config/deployment-file-error.ts'
import { checkExecutePermission } from '../../fixtures/config/policy-words.ts'
import { conforming, conformingBodyOf } from '../../fixtures/requests/conforming.ts'
import { ownValue, withOwnWords } from '../../fixtures/requests/own-words.ts'
import { names } from '../../spec/index.ts'

const own = { ...names, executePermission: 'PAY', modeWithoutApproval: 'AUTOMATIC' }
const deployment = { names: own, notOffered: [] }
const policy = { permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'], defaultExecutionMode: 'AUTO' }
const ownPolicy = { permissions: ['CREATE_QUOTES', 'PAY'], defaultExecutionMode: 'AUTOMATIC' }

describe('the own words of a deployment', () => {
  it('replace the defaults in the policy of a request', () => {
    assert.deepEqual(withOwnWords('createAgent', { name: 'one', policy }, deployment), {
      name: 'one',
      policy: ownPolicy,
    })
    assert.deepEqual(withOwnWords('updateAgentPolicy', policy, deployment), ownPolicy)
  })

  it('replace them in the conforming body too, so that the file may change the rest', () => {
    const body = withOwnWords('updateAgentPolicy', conforming(policy), deployment) as object

    assert.deepEqual(conformingBodyOf(body as Readonly<Record<string, unknown>>), ownPolicy)
  })

  it('leave other requests and usual names as they are', () => {
    const body = { text: 'AUTO' }

    assert.equal(withOwnWords('createQuote', body, deployment), body)
    assert.equal(withOwnWords('createAgent', body, { names, notOffered: [] }), body)
  })

  it('name the state of a card', () => {
    const cards = { names: { ...names, cardState: 'status' }, notOffered: [] }

    assert.deepEqual(withOwnWords('updateCard', { state: 'FROZEN' }, cards), { status: 'FROZEN' })
    assert.deepEqual(withOwnWords('updateCard', { fundingSources: [] }, cards), { fundingSources: [] })
  })

  it('name the one-time code, and the fields of quotes', () => {
    const renamed = { names: { ...names, oneTimeCode: 'otp', paymentReference: 'memo' }, notOffered: [] }

    assert.deepEqual(withOwnWords('authorizeQuote', { code: '123456' }, renamed), { otp: '123456' })
    assert.deepEqual(withOwnWords('confirmEmail', { code: '123456' }, renamed), { otp: '123456' })
    assert.deepEqual(withOwnWords('claimInvitation', { code: '123456' }, renamed), { code: '123456' })
    const quote = conforming({ lockedCurrencyAmount: 1, remittanceInformation: 'rent' })
    const body = withOwnWords('createQuote', quote, renamed) as Readonly<Record<string, unknown>>
    assert.deepEqual(conformingBodyOf(body), { lockedCurrencyAmount: 1, memo: 'rent' })
  })

  it('leave out a permission that is not offered', () => {
    const without = { names, notOffered: ['agents.execute-permission'] } as const

    assert.deepEqual(withOwnWords('updateAgentPolicy', { permissions: ['EXECUTE_QUOTES'] }, without), {
      permissions: [],
    })
    assert.deepEqual(withOwnWords('updateAgentPolicy', policy, without), {
      ...policy,
      permissions: ['CREATE_QUOTES'],
    })
  })

  it('do not name the permission to quote as the one to execute', () => {
    const reported: string[] = []
    const report: Report = ({ found }) => void reported.push(found)

    checkExecutePermission({ ...names, executePermission: 'CREATE_QUOTES' }, report)
    checkExecutePermission(own, report)

    assert.deepEqual(reported, ['names.executePermission: CREATE_QUOTES is the permission to quote.'])
  })

  it('are what a response shows', () => {
    assert.equal(ownValue('EXECUTE_QUOTES', own), 'PAY')
    assert.equal(ownValue('CREATE_QUOTES', own), 'CREATE_QUOTES')
  })
})
