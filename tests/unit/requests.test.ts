/** What a deployment file changes in request bodies. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chosen, conforming } from '../../fixtures/requests/conforming.ts'
import { mergePatch } from '../../fixtures/requests/merge-patch.ts'
import { RemovedField, patchedBody } from '../../fixtures/requests/patched-body.ts'
import { withOwnWords } from '../../fixtures/requests/own-words.ts'
import { deploymentFrom } from '../../fixtures/config/load-deployment.ts'
import { recordedDeployment } from '../../fixtures/recording/recording.ts'
import { replayedDeployment } from '../../fixtures/recording/replay-session.ts'
import { names } from '../../spec/index.ts'

/** RFC 7396, Appendix A: target, patch, result. */
const CASES: readonly (readonly [unknown, unknown, unknown])[] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
]

describe('a merge patch', () => {
  for (const [target, patch, result] of CASES) {
    it(`changes ${JSON.stringify(target)} by ${JSON.stringify(patch)}`, () => {
      assert.deepEqual(mergePatch(target, patch), result)
    })
  }

  it('takes __proto__ for a field', () => {
    const merged = mergePatch({}, JSON.parse('{"__proto__": {"polluted": true}}')) as Record<string, unknown>

    assert.equal(JSON.stringify(merged), '{"__proto__":{"polluted":true}}')
    assert.equal(merged.polluted, undefined)
    assert.equal(({} as Record<string, unknown>).polluted, undefined)
  })
})

describe('the body of a request', () => {
  const request = conforming({ name: 'Assay', policy: { mode: 'AUTO', limit: 5 } })
  const patch = { tenant: 'a', policy: { currency: 'USD', limit: 9 } }
  const { name: _name, ...nameless } = request

  it('has the payment rail of the file if it is a quote to an account', () => {
    const rail = { destination: { paymentRail: 'ACH' } }
    const account = { destinationType: 'ACCOUNT', accountId: 'a' }
    const address = { destinationType: 'UMA_ADDRESS', umaAddress: 'u' }
    const quote = conforming({ destination: account })

    assert.deepEqual(patchedBody(quote, rail), { destination: { ...account, paymentRail: 'ACH' } })
    assert.deepEqual(patchedBody({ ...quote, destination: { destinationType: 'ACCOUNT' } }, rail), {
      destination: { destinationType: 'ACCOUNT', paymentRail: 'ACH' },
    })
    assert.deepEqual(patchedBody({ ...quote, destination: address }, rail), { destination: address })
    assert.deepEqual(patchedBody(conforming({ destination: address }), rail), { destination: address })
    const other = conforming({ destination: { wallet: 'w' } })
    assert.deepEqual(patchedBody(other, { destination: { chain: 'c' } }), {
      destination: { wallet: 'w', chain: 'c' },
    })
  })

  it('has the changes of the file', () => {
    assert.deepEqual(patchedBody(request, patch), {
      name: 'Assay',
      tenant: 'a',
      policy: { mode: 'AUTO', currency: 'USD', limit: 9 },
    })
  })

  it('is empty but for them where the operation has none', () => {
    assert.deepEqual(patchedBody(undefined, { reason: 'test', none: null }), { reason: 'test' })
    assert.equal(patchedBody(undefined, undefined), undefined)
  })

  it('keeps the defect of a check: another value, a missing field, another type', () => {
    const limitOf = (body: unknown) => (body as { policy: { limit: unknown } }).policy.limit

    assert.equal(limitOf(patchedBody({ ...request, policy: { mode: 'AUTO', limit: 'much' } }, patch)), 'much')
    assert.deepEqual(patchedBody({ ...request, policy: { mode: 'AUTO' } }, patch), {
      name: 'Assay',
      tenant: 'a',
      policy: { mode: 'AUTO', currency: 'USD' },
    })
    assert.deepEqual(patchedBody({ ...request, policy: null }, patch), {
      name: 'Assay',
      tenant: 'a',
      policy: null,
    })
    assert.deepEqual(patchedBody({ ...request, name: undefined }, { name: 'Other' }), {
      policy: { mode: 'AUTO', limit: 5 },
    })
    assert.deepEqual(patchedBody(nameless, { name: 'Other' }), { policy: { mode: 'AUTO', limit: 5 } })
    assert.equal((patchedBody({ ...request, tenant: 7 }, patch) as { tenant: unknown }).tenant, 7)
  })

  it('stays unchanged if a check sends no object', () => {
    for (const body of [[], 'text', null, 7]) assert.deepEqual(patchedBody(body, patch), body)
  })

  it('cannot have a defect in a field that the file removes', () => {
    const removes = { name: null, label: 'Assay', policy: { limit: null } }
    const fieldOf = (body: unknown) => {
      try {
        patchedBody(body, removes)
      } catch (error) {
        if (error instanceof RemovedField) return error.field
      }
      return undefined
    }

    assert.equal(fieldOf(request), undefined)
    assert.equal(fieldOf({ ...request, name: 7 }), 'name')
    assert.equal(fieldOf(nameless), 'name')
    assert.equal(fieldOf({ ...request, policy: { mode: 'AUTO', limit: 'much' } }), 'policy.limit')
  })

  it('has every field as a check chose it, where the check chose all', () => {
    assert.deepEqual(patchedBody(chosen({ fullName: 'Ada King' }), { fullName: 'Other', tenant: 'a' }), {
      fullName: 'Ada King',
      tenant: 'a',
    })
    assert.deepEqual(chosen([]), [])
  })

  it('is marked still when its fields have the names of the deployment', () => {
    const own = { names: { ...names, modeWithoutApproval: 'MANUAL' }, notOffered: [] }
    const body = withOwnWords('createAgent', { ...request, name: 7 }, own)

    assert.deepEqual(patchedBody(body, { name: 'Other' }), { name: 7, policy: { mode: 'MANUAL', limit: 5 } })
  })
})

describe('requests in a deployment file', () => {
  const read = (requests: object, rest: object = {}) =>
    deploymentFrom(
      {
        name: 'd',
        baseUrl: 'https://host.example/2025-10-13',
        credentials: { clientId: '${ID}', clientSecret: '${SECRET}' },
        requests,
        ...rest,
      },
      'd.yaml',
      { ID: 'the-id', SECRET: 'the-secret', PARTNER: 'canary-partner-key' },
    )

  it('are known by operation', () => {
    assert.throws(() => read({ pauseAgnet: {} }), /Did you mean requests\.pauseAgent\?/)
    assert.throws(() => read({ pauseAgent: [] }), /requests\.pauseAgent is not of the type object/)
  })

  it('cannot change a request without a body, nor a field by which checks judge', () => {
    assert.throws(() => read({ getAgent: { a: 1 } }), /requests\.getAgent changes a body/)
    assert.doesNotThrow(() =>
      read({ getAgent: { a: 1 } }, { operations: { getAgent: 'POST /agents/{agentId}' } }),
    )
    assert.throws(
      () => read({ createAgentQuote: { lockedCurrencyAmount: 1 } }),
      /requests\.createAgentQuote\.lockedCurrencyAmount changes a field by which checks judge/,
    )
  })

  it('cannot change the fields of an object that checks choose, nor replace or remove the object', () => {
    const refused = (patch: object, field: string) =>
      assert.throws(
        () => read({ createCustomerExternalAccount: patch }),
        new RegExp(`createCustomerExternalAccount\\.${field} changes a field by which checks judge`),
      )

    refused({ accountInfo: { accountType: 'EUR_ACCOUNT' } }, 'accountInfo.accountType')
    refused({ accountInfo: null }, 'accountInfo.accountType')
    refused(
      { accountInfo: { beneficiary: { beneficiaryType: 'INDIVIDUAL' } } },
      'accountInfo.beneficiary.beneficiaryType',
    )
    refused({ ownershipType: null }, 'ownershipType')
    refused({ currency: 'EUR' }, 'currency')
    assert.doesNotThrow(() =>
      read({
        createCustomerExternalAccount: {
          currency: null,
          accountInfo: { iban: 'DE89370400440532013000', beneficiary: { fullName: 'Ada Example' } },
        },
      }),
    )
  })

  it('take values from the environment, which are secrets in every file', () => {
    const deployment = read({ createAgent: { partner: { key: 'Key ${PARTNER}' } } })
    const recorded = recordedDeployment(deployment)
    const replayed = replayedDeployment({ deployment: recorded } as never)

    assert.deepEqual(deployment.requests.createAgent, { partner: { key: 'Key canary-partner-key' } })
    assert.deepEqual(deployment.secrets, [['PARTNER', 'canary-partner-key']])
    assert.ok(!JSON.stringify(recorded).includes('canary-partner-key'))
    const [[name, secret] = []] = replayed.secrets
    assert.equal(name, 'PARTNER')
    assert.deepEqual(replayed.requests.createAgent, { partner: { key: `Key ${secret}` } })
  })
})
