/** A later version of the contract: merged with the one that it follows, which it leaves as it is. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { openContract } from '../../cli/contract/open-contract.ts'
import { renderCatalogueData } from '../../spec/generate/catalogue.ts'
import { readSources } from '../../spec/generate/sources.ts'
import { renderValidators } from '../../spec/generate/validators.ts'
import { spelledOut } from '../../spec/generate/spelled-out.ts'
import type { StatedKind } from '../../spec/versions/later-version.ts'
import { merged } from '../../spec/versions/merge.ts'
import { filesOf } from '../../spec/versions/parts.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'
import { BASE, baseFiles, baseParts, next, NEXT, nextText } from './versions.ts'

const generated = (name: string) =>
  readFileSync(new URL(`../../spec/generated/${name}`, import.meta.url), 'utf8')

function frozen<Value>(value: Value): Value {
  if (value instanceof Map) for (const entry of value.values()) frozen(entry)
  else if (typeof value === 'object' && value !== null)
    for (const entry of Object.values(value)) frozen(entry)
  return Object.freeze(value)
}

describe('a contract that is taken apart', () => {
  it('is the same again when it is put together', () => {
    const [whole, again] = [baseFiles, filesOf(baseParts())].map((files) => {
      // What was added since the edition is part of a later version.
      const { editions: _, profiles: __, ...sources } = readSources(files)
      return sources
    })

    assert.deepEqual(again, whole)
  })
})

describe('a later version', () => {
  it('leaves every byte of the version that it follows', () => {
    openContract(NEXT)
    const base = frozen(baseParts())
    assert.deepEqual(merged(base, frozen(structuredClone(next))).problems, [])

    const sources = readSources(baseFiles)
    assert.equal(renderCatalogueData(sources), generated('catalogue.json'))
    assert.equal(renderValidators(sources), generated('validators.cjs'))
    assert.equal(JSON.stringify(spelledOut(sources.openapi)), generated('openapi.json'))
  })

  it('states about 30 changes of all kinds', () => {
    const { version: _, follows: __, ...kinds } = next
    const count = Object.values(kinds as Record<string, object>)
      .flatMap((stated) => Object.values(stated))
      .reduce((sum: number, entries: object) => sum + Object.keys(entries).length, 0)

    assert.ok(count >= 30, String(count))
  })

  it('has the added and changed entries, and no retired ones', () => {
    const { sources, version, follows } = openContract(NEXT)
    const requirement = (id: string) => sources.requirements.find((each) => each.id === id)
    const { schemas } = sources.openapi.components

    assert.deepEqual([version, follows], ['2026-04-15', BASE])
    assert.equal(requirement('LIM-01')?.area, 'agent-operations')
    assert.equal(requirement('RAT-02')?.level, 'MUST')
    assert.match(requirement('RAT-02')?.title ?? '', /^Reading the rate/)
    assert.deepEqual([requirement('ACT-31'), requirement('ERR-13')], [undefined, undefined])
    assert.equal(requirement('ERR-116')?.title.includes('409 AGENT_LIMIT_REACHED'), true)
    assert.equal(sources.operations.getAgentQuote?.path, '/agents/me/quotations/{quoteId}')
    assert.equal(sources.operations.createPlatformExternalAccount, undefined)
    assert.equal(sources.names.webhookSignatureHeader?.default, 'Webhook-Signature')
    const { properties, required } = schemas.AgentAction as {
      properties: Record<string, object>
      required: string[]
    }
    assert.deepEqual(required, ['id', 'priority'])
    assert.deepEqual(properties.rejectionReason, { type: ['string', 'null'], maxLength: 200 })
    assert.equal(Object.hasOwn(properties, 'platformCustomerId'), false)
    assert.deepEqual(sources.stateTables.find(({ name }) => name === 'Agent action')?.states, [
      'PENDING_APPROVAL',
      'APPROVED',
      'REJECTED',
      'FAILED',
      'CANCELLED',
    ])
    assert.deepEqual(
      sources.editions.map(({ edition, frozen: day }) => [edition, day]),
      [[1, '2026-04-15']],
    )
    assert.ok(sources.profiles[0]?.profiles.some(({ id }) => id === 'agents-limits.core'))
  })
})

describe('a mistake in a later version', () => {
  const base = frozen(baseParts())
  const problemsOf = (stated: Partial<Record<StatedKind, object>>) =>
    merged(base, { version: '2026-04-15', follows: BASE, ...stated }).problems.map(
      ({ code, at, id, detail = '' }) => [code, at.join('.'), id, detail],
    )
  const cases: readonly (readonly [string, Partial<Record<StatedKind, object>>, readonly string[]])[] = [
    ['changes an unknown id', { requirements: { change: { 'QUO-999': {} } } }, ['unknown', 'requirements.change.QUO-999', 'QUO-999', '']],
    ['retires an unknown id', { errors: { retire: ['NO_CODE'] } }, ['unknown', 'errors.retire.0', 'NO_CODE', '']],
    ['adds an existing id', { providerStates: { add: { card: {} } } }, ['exists', 'providerStates.add.card', 'card', '']],
    ['adds an id that it retires', { profiles: { retire: ['cards.core'], add: { 'cards.core': {} } } }, ['exists', 'profiles.add.cards.core', 'cards.core', '']],
    ['adds a field to an unknown schema', { fields: { add: { 'Nothing.name': {} } } }, ['unknown', 'fields.add.Nothing.name', 'Nothing.name', '']],
    ['changes an unknown field', { fields: { change: { 'Quote.nothing': {} } } }, ['unknown', 'fields.change.Quote.nothing', 'Quote.nothing', '']],
    ['changes an unknown name', { names: { change: { nothing: { default: 'x' } } } }, ['unknown', 'names.change.nothing', 'nothing', '']],
    ['names an unknown id', { capabilities: { change: { 'cards.kyc': { partly: ['CRD-99'] } } } }, ['unknown', 'capabilities.change.cards.kyc', 'CRD-99', 'capabilities cards.kyc']],
    ['retires an operation that a requirement names', { operations: { retire: ['listDocuments'] } }, ['retired', 'operations.retire.0', 'listDocuments', 'requirements DOC-04']],
    ['retires a code whose requirement is named', { errors: { retire: ['CERT_CHAIN_EXPIRED'] } }, ['retired', 'errors.retire.0', 'ERR-13', 'capabilities uma']],
    ['retires a schema that an operation names', { schemas: { retire: ['QuoteRequest'] } }, ['retired', 'schemas.retire.0', 'QuoteRequest', 'operations createAgentQuote']],
    ['changes nothing', { requirements: { change: { 'QUO-12': { title: 'The server also quotes a transfer within one currency.' } } } }, ['no-change', 'requirements.change.QUO-12', 'QUO-12', 'title has that value already']],
    ['removes a missing value', { schemas: { change: { QuoteStatus: { enum: { remove: ['LOST'] } } } } }, ['no-change', 'schemas.change.QuoteStatus', 'QuoteStatus', 'enum has no "LOST" to remove']],
  ] // prettier-ignore
  for (const [title, stated, expected] of cases)
    it(`is found where it ${title}`, () => {
      assert.deepEqual(problemsOf(stated)[0], expected)
    })

  const drafts: readonly (readonly [string, (text: string) => string, RegExp])[] = [
    ['an unknown id', (text) => text.replace('QUO-12: {', 'QUO-999: {'), /contract.yaml, line 27: it names an entry of requirements that does not exist: QUO-999\.\n.* \[contract-id-unknown\]/s],
    ['an existing id', (text) => text.replace('LIM-01:', 'QUO-20:'), /line 11: it adds an entry of requirements that exists already: QUO-20.* \[contract-id-exists\]/s],
    ['a retired id in use', (text) => text.replace('EXT-16, ', ''), /line 53: it retires operations createPlatformExternalAccount, but requirements EXT-16 names it.* \[contract-id-retired\]/s],
    ['a change of nothing', (text) => text.replace('{ level: MUST }', '{ level: SHOULD }'), /line 26: the change of requirements RAT-02 does nothing: level has that value already.* \[contract-change-empty\]/s],
    ['an unknown key', (text) => text.replace('  retire: [switch]', '  remove: [switch]'), /line \d+: unknown key remove; allowed are add, change, retire.* \[contract-invalid\]/s],
    ['a text that steers a terminal', (text) => text.replace(/title: An agent reads its .*/, 'title: "\\e[2Jgone"'), /line \d+: it has characters that are not shown: ‹U\+001B›\[2Jgone.* \[contract-invalid\]/s],
    ['an id that steers a terminal', (text) => text.replace('  retire: [switch]', '  retire: ["\\u202eswitch"]'), /line \d+: it has characters that are not shown: ‹U\+202E›switch.* \[contract-invalid\]/s],
    ['no YAML', () => 'version: [', /contract.yaml, line 1: it is not YAML: .* \[contract-invalid\]/s],
    ['more aliases than a file needs', () => `a: &a [1, 2]\nb: &b [${'*a, '.repeat(9)}*a]\nc: [${'*b, '.repeat(9)}*b]\n`, /it is not YAML that can be read: Excessive alias count.* \[contract-invalid\]/s],
    ['an unknown predecessor', (text) => text.replace('follows: 2025-10-13', 'follows: 2020-01-01'), /line 3: it follows "2020-01-01", which Assay does not have.* \[contract-follows-unknown\]/s],
    ['an earlier day', (text) => text.replace('2026-04-15', '2025-01-01'), /line 2: version 2025-01-01 is not later than 2025-10-13.* \[contract-order\]/s],
    ['a schema of an unknown type', (text) => text.replace(/(AgentAction.priority:[^]*?type: )string/, '$1text'), /inconsistent: \w+: type must be.* \[contract-inconsistent\]/s],
    ['a reference to another document', (text) => text.replace(/(AgentAction.priority:[^]*?)type: string/, '$1$ref: "https://host.example/a.json"'), /inconsistent: \w+: can't resolve reference https:.* \[contract-inconsistent\]/s],
    ['no explanation', (text) => text.slice(0, text.indexOf('explanations:')), /inconsistent: explanations.yaml: LIM is missing.* \[contract-inconsistent\]/s],
  ] // prettier-ignore
  for (const [title, edit, message] of drafts)
    it(`is named with its line: ${title}`, () => {
      const folder = temporaryFolder('contract')
      writeFileSync(join(folder, 'contract.yaml'), edit(nextText))

      assert.throws(() => openContract(folder), { message })
    })

  it('is named where there is no such version, or no readable file', () => {
    const folder = temporaryFolder('contract')
    mkdirSync(join(folder, 'contract.yaml'))

    assert.throws(() => openContract('2030-01-01'), { code: 'contract-unknown' })
    assert.throws(() => openContract(folder), { code: 'contract-unreadable' })
  })
})
