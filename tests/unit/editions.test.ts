/** Editions are frozen: an edition judges the same tomorrow. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { editionFrom } from '../../cli/edition-from.ts'
import type { Conformance, Verdict } from '../../reports/conformance.ts'
import { terminalSummary } from '../../reports/terminal-summary.ts'
import { foldRun } from '../../reports/fold-run.ts'
import { exitCode } from '../../reports/verdicts.ts'
import { summaryMd } from '../../reports/writers/summary-md.ts'
import { readEditions } from '../../spec/generate/editions.ts'
import {
  CONTRACT_VERSION,
  editions,
  inEdition,
  LATEST_EDITION,
  requirements,
  type Edition,
  type Requirement,
} from '../../spec/index.ts'

/** SHA-256 of each file of editions/ and profiles/. What stands here does not change; a new edition adds lines. */
const FROZEN: Readonly<Record<string, string>> = {
  'editions/1.yaml': '0245bb89ff493b2cd84f8be46af1eef3834305dd9b6d8c42a6f393b06ae93572',
  'profiles/1.yaml': '0d3522cb5e7bc4213efc38a71e4a65eebb68c6725b375b15d3f0118704905373',
}

describe('an edition', () => {
  it('has not changed since it was frozen', () => {
    const files = ['editions', 'profiles'].flatMap((folder) =>
      editions.map(({ edition }) => `${folder}/${edition}.yaml`),
    )
    const digests = files.map((name) => {
      const file = readFileSync(new URL(`../../spec/contracts/${CONTRACT_VERSION}/${name}`, import.meta.url))
      return [name, createHash('sha256').update(file).digest('hex')]
    })

    assert.deepEqual(
      Object.fromEntries(digests),
      FROZEN,
      'a frozen edition has changed: put it back as it was; what is new enters with the next one (docs/editions.md)',
    )
  })

  it('judges by every id that it has, at the level that it has it', () => {
    for (const { edition, MUST, SHOULD } of editions) {
      const levels = new Map(
        inEdition(requirements, editions, edition).map(({ id, level }) => [id as string, level]),
      )
      for (const id of MUST) assert.equal(levels.get(id), 'MUST', id)
      for (const id of SHOULD) assert.equal(levels.get(id), 'SHOULD', id)
    }
    assert.ok(editions[0]!.MUST.length > 500)
  })

  it('is the latest by default, and an unknown one is rejected', () => {
    assert.equal(editionFrom(undefined), LATEST_EDITION)
    assert.equal(editionFrom('1'), 1)
    for (const given of ['0', '01', 'one', '', String(LATEST_EDITION + 1)])
      assert.throws(() => editionFrom(given), {
        code: 'edition-unknown',
        message: /Give an existing edition: 1 \(frozen on /,
      })
  })
})

const requirement = (id: string, more: Partial<Requirement> = {}): Requirement => ({
  id,
  area: 'agent-operations',
  level: 'MUST',
  title: `Statement ${id}.`,
  source: 'Endpoints 2',
  operations: [],
  assumes: [],
  states: [],
  specified: true,
  ...more,
})
const frozen = (edition: number, MUST: readonly string[], SHOULD: readonly string[] = []): Edition => ({
  edition,
  frozen: '2026-11-21',
  MUST,
  SHOULD,
})

describe('a requirement judged by an edition', () => {
  const catalogue = [
    requirement('ACT-01'),
    requirement('ACT-02'),
    requirement('ACT-03'),
    requirement('ACT-04', { level: 'SHOULD' }),
    requirement('ACT-05', { specified: false }),
    requirement('ACT-06'),
  ]
  const two = [frozen(1, ['ACT-01'], ['ACT-06']), frozen(2, ['ACT-01', 'ACT-02', 'ACT-06'])]
  const seen = (edition: number) =>
    inEdition(catalogue, two, edition).map(({ id, level, enters }) => [id.slice(-1), level, enters])

  it('is a SHOULD if the edition does not have it as a MUST, with the first edition that does', () => {
    assert.deepEqual(seen(1), [
      ['1', 'MUST', undefined],
      ['2', 'SHOULD', 2],
      ['3', 'SHOULD', 3],
      ['4', 'SHOULD', undefined],
      ['5', 'MUST', undefined],
      ['6', 'SHOULD', 2],
    ])
    assert.deepEqual(
      seen(2).map(([, level]) => level),
      ['MUST', 'MUST', 'SHOULD', 'SHOULD', 'MUST', 'MUST'],
    )
  })

  const folded = (edition: number, said: Readonly<Record<string, Verdict>>): Conformance =>
    foldRun({
      catalogue: inEdition(catalogue.slice(0, 3), two, edition),
      edition,
      areas: [{ id: 'agent-operations', title: 'Agent Operations' }],
      claimedAreas: undefined,
      notOffered: [],
      only: [],
      planned: [],
      judgements: Object.entries(said).map(([id, verdict]) => ({
        deployment: 'd',
        check: id,
        title: id,
        requirements: [id],
        verdict: verdict as 'pass' | 'fail' | 'blocked',
        attempt: 1,
        durationMs: 1,
        expectations: 1,
        exchanges: [],
        conventions: [],
        ...(verdict === 'pass' ? {} : { message: 'seen otherwise' }),
      })),
      toolVersion: '0',
      deployment: { name: 'd', baseUrl: 'https://d/2025-10-13' },
      seed: 's',
      startedAt: '2026-11-21T00:00:00Z',
      finishedAt: '2026-11-21T00:00:01Z',
      complete: true,
      coverage: {
        operations: [],
        errorCodes: { seen: {}, neverSeen: [] },
        enumValues: [],
        schemaProperties: [],
      },
      unserved: new Set<string>(),
    })

  it('fails no deployment by a later requirement, and blocks none', () => {
    const said = { 'ACT-01': 'pass', 'ACT-02': 'fail', 'ACT-03': 'blocked' } as const
    const first = folded(1, said)
    assert.deepEqual(
      first.requirements.map(({ verdict }) => verdict),
      ['pass', 'warn', 'blocked'],
    )
    assert.match(
      first.requirements[1]?.reason ?? '',
      /^seen otherwise; not part of edition 1: a MUST from edition 2 on$/,
    )
    assert.deepEqual([first.verdict, exitCode(first)], ['conformant', 0])
    const text = terminalSummary(first, { colour: false, reportPath: 'r' })
    assert.match(text, /Conformant: d, contract 2025-10-13, edition 1, in/)
    assert.match(
      text,
      /ACT-02 \(warning\) is not part of edition 1: it counts from edition 2 on\. ACT-03 \(blocked\) is not part of edition 1: it counts from edition 3 on\./,
    )
    assert.match(summaryMd(first), /Contract 2025-10-13, edition 1\./)

    assert.deepEqual([folded(2, said).verdict, exitCode(folded(2, said))], ['non-conformant', 1])
    assert.equal(exitCode(folded(2, { ...said, 'ACT-02': 'pass' })), 0)
  })
})

describe('the files of editions', () => {
  const catalogue = [requirement('ACT-01'), requirement('ACT-05', { specified: false })]
  const file = (edition: number, MUST: readonly string[]) => ({
    name: `${edition}.yaml`,
    content: frozen(edition, MUST),
  })
  const refused: readonly (readonly [string, Parameters<typeof readEditions>[0], RegExp])[] = [
    [
      'an id that vanished',
      [file(1, ['ACT-01', 'ACT-99'])],
      /1\.yaml: ACT-99 is no longer a judged requirement/,
    ],
    ['an id that is left open now', [file(1, ['ACT-05'])], /ACT-05 is no longer a judged requirement/],
    ['an id twice', [file(1, ['ACT-01', 'ACT-01'])], /ACT-01 is listed twice/],
    ['a gap', [file(2, ['ACT-01'])], /2\.yaml comes without the edition before it/],
    [
      'another number than its name',
      [{ name: '2.yaml', content: frozen(1, []) }],
      /edition is 1; name the file 1\.yaml/,
    ],
  ]
  for (const [title, files, said] of refused)
    it(`are rejected with ${title}`, () => {
      assert.throws(() => readEditions(files, catalogue), said)
    })

  it('come in the order of their numbers', () => {
    const files = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((edition) => file(edition, ['ACT-01']))
    assert.deepEqual(
      readEditions(files, catalogue).map(({ edition }) => edition),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    )
  })
})
