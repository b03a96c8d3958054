/** `assay contract`: the versions, and the additions, changes and retirements of a later one. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compareContracts } from '../../cli/contract/compare-contracts.ts'
import { listContracts } from '../../cli/contract/list-contracts.ts'
import { requirements } from '../../spec/index.ts'
import type { Difference } from '../../spec/versions/difference.ts'
import { BASE, next, NEXT } from './versions.ts'

const CHANGES = { add: 'added', change: 'changed', retire: 'retired' } as const
const compared = (format: 'text' | 'json' | 'markdown', from = BASE, to = NEXT) =>
  compareContracts(from, to, { format, colour: false })
const { differences } = JSON.parse(compared('json')) as { readonly differences: readonly Difference[] }
const has = (kind: string, id: string, change: string) =>
  differences.some((each) => each.kind === kind && each.id === id && each.change === change)

describe('assay contract diff', () => {
  it('lists everything that the later version states', () => {
    const { version: _, follows: __, stateTables: ___, ...kinds } = next
    const stated = Object.entries(kinds).flatMap(([kind, parts]) =>
      Object.entries(CHANGES).flatMap(([part, change]) => {
        const entries = (parts as Readonly<Record<string, object>>)[part] ?? {}
        const ids = Array.isArray(entries) ? (entries as string[]) : Object.keys(entries)
        return ids.map((id) => [kind, id, change] as const)
      }),
    )

    assert.deepEqual(
      stated.filter((entry) => !has(...entry)),
      [],
    )
    assert.ok(has('states', 'Card: LOST', 'added'))
    assert.ok(has('transitions', 'Card: ACTIVE → LOST, the cardholder reports it', 'added'))
    assert.ok(has('fields', 'AgentLimits.remaining', 'added'))
  })

  it('states the changes, and what an implementer must do', () => {
    const text = compared('text')

    assert.match(
      text,
      /^Contract 2025-10-13 → 2026-04-15: \d+ differences: \d+ added, \d+ changed, \d+ retired\n/,
    )
    assert.match(text, /\n {2}\+ getAgentLimits\n {6}Serve GET \/agents\/me\/limits\.\n/)
    assert.match(text, /\n {2}~ RAT-02\n {6}The rule is a MUST now: Reading .*\n {6}level: SHOULD → MUST\n/)
    assert.match(
      text,
      /\n {2}~ listExchangeRates\n {6}Serve GET \/rates in place of GET \/exchange-rates\.\n/,
    )
    assert.match(text, /\n {2}- SERVICE_SWITCH_ERROR\n {6}Do not return 500 SERVICE_SWITCH_ERROR/)
    assert.match(text, /\n {2}~ uma\n.*\n {6}requirements: - ERR-13\n/)
    assert.match(compared('markdown'), /\n## Error codes\n\n- added: `AGENT_LIMIT_REACHED`\. Return 409 /)
  })

  it('turns around with its arguments, and finds nothing in one version', () => {
    assert.match(compared('text', NEXT, BASE), /\n {2}- getAgentLimits\n/)
    assert.equal(compared('text', BASE, BASE), 'Contract 2025-10-13 → 2025-10-13: no difference\n')
  })
})

describe('assay contract list', () => {
  it('has the versions with their figures', () => {
    assert.deepEqual(JSON.parse(listContracts(true)), [
      { version: BASE, isDefault: true, requirements: requirements.length, operations: 94, errorCodes: 115 },
    ])
    assert.match(listContracts(false), /2025-10-13 \(default\)/)
  })
})
