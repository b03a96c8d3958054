import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Exchange } from '../../reports/conformance.ts'
import { claimedParts } from '../../reports/claimed-parts.ts'
import { coverageOf, type Exercisable } from '../../reports/coverage.ts'
import { defaultContract } from '../../spec/index.ts'

const exercisable: Exercisable = {
  documented: { listAgentActions: [200, 401, 500], getAgentQuote: [200] },
  errorCodes: { 401: ['UNAUTHORIZED', 'WALLET_SIGNATURE_INVALID'], 500: ['SERVICE_SWITCH_ERROR'] },
  enumSites: [
    {
      name: 'status',
      operation: 'listAgentActions',
      path: 'data.*.status',
      values: ['APPROVED', 'REJECTED'],
    },
    { name: 'status', operation: 'getAgentQuote', path: 'action.status', values: ['APPROVED', 'FAILED'] },
  ],
  schemaSites: [
    {
      schema: 'Envelope',
      operation: 'listAgentActions',
      path: '',
      properties: ['data', 'nextCursor', 'constructor'],
    },
  ],
}

const exchange = (status: number, body: unknown, more: Partial<Exchange> = {}): Exchange => ({
  id: 'x',
  check: 'c',
  kind: 'contract',
  operation: 'listAgentActions',
  at: '2026-01-01T00:00:00Z',
  durationMs: 1,
  request: { method: 'GET', url: 'https://host/', headers: {} },
  response: {
    status,
    headers: {},
    body: typeof body === 'string' ? body : JSON.stringify(body),
    bytes: 1,
    truncated: false,
  },
  findings: [],
  ...more,
})

const cover = (...exchanges: Exchange[]) => coverageOf(exchanges, exercisable)

describe('coverage', () => {
  it('of nothing lists everything as never seen', () => {
    assert.deepEqual(cover(), {
      operations: [
        {
          operation: 'listAgentActions',
          statuses: { 200: 0, 401: 0, 500: 0 },
          neverSeen: ['200', '401', '500'],
        },
        { operation: 'getAgentQuote', statuses: { 200: 0 }, neverSeen: ['200'] },
      ],
      errorCodes: {
        seen: {},
        neverSeen: ['UNAUTHORIZED', 'WALLET_SIGNATURE_INVALID', 'SERVICE_SWITCH_ERROR'],
      },
      enumValues: [{ name: 'status', seen: [], neverSeen: ['APPROVED', 'REJECTED', 'FAILED'] }],
      schemaProperties: [{ schema: 'Envelope', seen: [], neverSeen: ['data', 'nextCursor', 'constructor'] }],
    })
  })

  it('counts statuses, also those that are not documented', () => {
    const { operations } = cover(exchange(200, {}), exchange(200, {}), exchange(418, {}))
    assert.deepEqual(operations[0], {
      operation: 'listAgentActions',
      statuses: { 200: 2, 401: 0, 418: 1, 500: 0 },
      neverSeen: ['401', '500'],
    })
  })

  it('counts a code only under the status of its catalogue', () => {
    const { errorCodes } = cover(
      exchange(401, { code: 'UNAUTHORIZED' }),
      exchange(500, { code: 'UNAUTHORIZED' }),
      exchange(401, { code: 'MADE_UP' }),
      exchange(401, 'not JSON'),
    )
    assert.deepEqual(errorCodes.seen, { UNAUTHORIZED: 1 })
  })

  it('has enum values and properties of successful responses, and only those of the contract', () => {
    const { enumValues, schemaProperties } = cover(
      exchange(200, { data: [{ status: 'REJECTED' }, { status: 'MADE_UP' }, { status: 7 }, null] }),
      exchange(400, { data: [{ status: 'APPROVED' }] }),
      exchange(200, { action: { status: 'FAILED' } }, { operation: 'getAgentQuote' }),
    )
    assert.deepEqual(enumValues, [{ name: 'status', seen: ['REJECTED', 'FAILED'], neverSeen: ['APPROVED'] }])
    assert.deepEqual(schemaProperties[0]?.seen, ['data'])
  })

  it('omits provider states and requests without a response', () => {
    const { id, check, kind, at, durationMs, request, findings } = exchange(200, {})
    const silent: Exchange = {
      id,
      check,
      kind,
      operation: 'listAgentActions',
      at,
      durationMs,
      request,
      findings,
    }
    const { operations } = cover(exchange(200, {}, { kind: 'state' }), silent)
    assert.equal(operations[0]?.statuses['200'], 0)
  })
})

describe('the parts of the contract that coverage is measured against', () => {
  const { catalogue } = defaultContract

  it('are those of the claimed areas', () => {
    const { documented, errorCodes, enumSites, schemaSites } = claimedParts(catalogue, ['stablecoins'], [])
    const names = Object.keys(documented)
    const codes = Object.values(errorCodes).flat()

    // STB-60 sends the token of an agent, and first shows that it is valid.
    const others = names.filter((name) => !name.includes('tablecoin'))
    assert.deepEqual([names.includes('registerStablecoin'), others], [true, ['listAgentActions']])
    assert.ok(codes.includes('STABLECOIN_SYMBOL_ALREADY_EXISTS') && codes.includes('INVALID_INPUT'))
    assert.ok(!codes.includes('INVITATION_ALREADY_CLAIMED'))
    assert.ok([...enumSites, ...schemaSites].every(({ operation }) => names.includes(operation)))
  })

  it('are all that the deployment offers if it names no area', () => {
    const all = claimedParts(catalogue, undefined, [])
    const without = claimedParts(catalogue, undefined, ['createCard'])

    assert.ok(Object.keys(all.documented).length > 80)
    assert.equal(Object.values(all.errorCodes).flat().length, catalogue.catalogueCodes.length)
    assert.deepEqual(
      Object.keys(all.documented).filter((name) => !(name in without.documented)),
      ['createCard'],
    )
  })
})
