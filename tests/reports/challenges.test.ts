/** A disputed verdict: what is sent, and what an upheld challenge changes. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { challengeBundle } from '../../reports/challenge-bundle.ts'
import { profilesOf } from '../../reports/profiles.ts'
import { foldRun } from '../../reports/fold-run.ts'
import { conformanceJson } from '../../reports/writers/conformance-json.ts'
import { readChallenges } from '../../spec/generate/challenges.ts'
import { editions, inEdition, profiles, requirements, type Challenge } from '../../spec/index.ts'
import { assay, emptyFolder } from '../cli/assay.ts'
import { blocksOf, documentOf } from '../docs/documents.ts'
import { exchanges, failing } from './sample-run.ts'

const UPHELD: Challenge = {
  requirement: 'QUO-20',
  state: 'upheld',
  opened: '2026-11-01',
  decided: '2026-11-20',
  claim: 'Row 3 allows it.',
  reason: 'Both readings pass.',
}
const REJECTED: Challenge = { ...UPHELD, state: 'rejected' }
const { decided: _, reason: __, ...rest } = UPHELD
const OPEN: Challenge = { ...rest, state: 'open' }

describe('an upheld challenge', () => {
  const quo = requirements.filter(({ id }) => id === 'QUO-20')
  const folded = (challenges: readonly Challenge[]) =>
    foldRun({
      catalogue: inEdition(quo, editions, 1, challenges),
      edition: 1,
      profiles: profiles[0]!.profiles.map((profile) => ({ ...profile, requirements: ['QUO-20'] })),
      areas: [{ id: 'agent-operations', title: 'Agent Operations' }],
      claimedAreas: undefined,
      notOffered: [],
      only: [],
      planned: [],
      judgements: [
        {
          deployment: 'd',
          check: 'c',
          title: 't',
          requirements: ['QUO-20'],
          verdict: 'fail',
          attempt: 1,
          durationMs: 1,
          expectations: 1,
          exchanges: [],
          conventions: [],
          message: 'seen otherwise',
        },
      ],
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

  it('makes a requirement a warning with a reason, and no profile needs it', () => {
    const {
      requirements: [result],
      verdict,
      profiles: reached,
    } = folded([UPHELD])

    assert.deepEqual([result?.level, result?.verdict, verdict], ['SHOULD', 'warn', 'conformant'])
    assert.match(
      result?.reason ?? '',
      /seen otherwise; a challenge of this requirement was upheld: it only warns/,
    )
    assert.deepEqual([...new Set(reached?.map(({ state }) => state))], ['reached'])
  })

  it('changes nothing before it is upheld', () => {
    for (const challenges of [[], [OPEN], [REJECTED], [{ ...UPHELD, requirement: 'QUO-21' }]]) {
      const {
        requirements: [result],
        verdict,
      } = folded(challenges)
      assert.deepEqual([result?.level, result?.verdict, verdict], ['MUST', 'fail', 'non-conformant'])
    }
  })

  it('is left out of the requirements of a profile', () => {
    const offer = {
      catalogue: inEdition(requirements, editions, 1, [UPHELD]),
      claimedAreas: undefined,
      notOffered: [],
    }
    const { profiles: frozen } = profiles[0]!
    const count = (id: string, results: ReturnType<typeof profilesOf>) =>
      results.find((each) => each.id === id)?.requirements
    const before = profilesOf(frozen, [], { ...offer, catalogue: inEdition(requirements, editions, 1) })

    assert.equal(count('agents.core', profilesOf(frozen, [], offer)), count('agents.core', before)! - 1)
  })
})

describe('challenges.yaml', () => {
  const refused: readonly (readonly [string, object, RegExp])[] = [
    [
      'a requirement that there is none of',
      { ...UPHELD, requirement: 'QUO-999' },
      /QUO-999 is not a judged requirement/,
    ],
    ['another state', { ...UPHELD, state: 'maybe' }, /state must be open, upheld or rejected/],
    ['no day', { ...UPHELD, opened: 'today' }, /opened must be a date/],
    ['no claim', { ...UPHELD, claim: ' ' }, /claim is missing/],
    ['no day of the decision', { ...UPHELD, decided: undefined }, /decided must be a date/],
    ['a decision that is open', { ...OPEN, decided: '2026-11-20' }, /decided must be a date/],
    ['no reason', { ...REJECTED, reason: undefined }, /reason must be a text/],
  ]
  for (const [title, entry, said] of refused)
    it(`is rejected with ${title}`, () => {
      assert.throws(() => readChallenges([entry], requirements), said)
    })

  it('takes open, upheld and rejected ones', () => {
    assert.equal(readChallenges([OPEN, UPHELD, REJECTED], requirements).length, 3)
  })

  it('takes the entries on docs/appeals.md', () => {
    const [{ code } = assert.fail('it has no entries')] = blocksOf(documentOf('docs/appeals.md')).filter(
      ({ language }) => language === 'yaml',
    )

    const states = readChallenges(parse(code) as object[], requirements).map(({ state }) => state)

    assert.deepEqual(states, ['open', 'upheld', 'rejected'])
  })
})

describe('assay challenge', () => {
  const id = 'OWN-07'
  const { baseUrl } = failing.deployment

  it('writes the evidence of one verdict, without hosts and names', () => {
    const result = failing.requirements.find((each) => each.id === id)!
    const long = exchanges.map((exchange) => ({
      ...exchange,
      response: { ...exchange.response!, body: `${baseUrl} ${'x'.repeat(20_000)}` },
    }))

    const files = challengeBundle(failing, result, long)

    const host = new URL(baseUrl).hostname
    for (const [name, text] of Object.entries(files)) {
      assert.ok(!text.includes(host) && !text.includes(failing.deployment.name), name)
      assert.ok(text.length < 200_000)
    }
    const named = new Set(result.checks.flatMap((check) => check.exchanges))
    const own = files['exchanges.jsonl']!.trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; response: { body: string } })
    assert.ok(own.length > 0 && own.every((exchange) => named.has(exchange.id)))
    assert.match(own[0]!.response.body, /^https?:\/\/host-1\.example.*x… \(cut: \d+ characters\)$/)
    assert.match(files['challenge.md']!, /^# Challenge of OWN-07\n/)
    assert.match(files['challenge.json']!, /"verdict": "fail"/)
  })

  it('writes a new folder, and reports errors', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'conformance.json'), conformanceJson(failing))
    writeFileSync(
      join(folder, 'exchanges.jsonl'),
      exchanges.map((one) => `${JSON.stringify(one)}\n`).join(''),
    )
    const out = join(folder, 'challenge')
    const challenge = (requirement: string) =>
      assay(['challenge', requirement, '--run', folder, '--out', out])

    const { code, stdout } = await challenge(id.toLowerCase())
    assert.equal(code, 0)
    assert.match(stdout, /Challenge of OWN-07 \(failed\)/)
    assert.ok(existsSync(join(out, 'exchanges.jsonl')))
    assert.match(readFileSync(join(out, 'challenge.md'), 'utf8'), /Why the verdict is wrong/)
    assert.match((await challenge(id)).stderr, /already exists/)
    const open = failing.requirements.find(({ verdict }) => verdict === 'not-specified')!
    for (const other of ['QUO-999', open.id]) assert.match((await challenge(other)).stderr, /did not judge/)
  })

  it('skips a line that is cut, and names a folder that cannot be written', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'conformance.json'), conformanceJson(failing))
    const lines = exchanges.map((one) => JSON.stringify(one))
    writeFileSync(join(folder, 'exchanges.jsonl'), `${lines.join('\n')}\nnull\n${lines[0]!.slice(0, 40)}`)
    const challenge = (out: string) => assay(['challenge', id, '--run', folder, '--out', out])

    const whole = await challenge(join(folder, 'challenge'))
    assert.deepEqual([whole.code, whole.stderr], [0, ''])
    assert.ok(readFileSync(join(folder, 'challenge', 'exchanges.jsonl'), 'utf8').length > 0)
    const { code, stderr } = await challenge(join(folder, 'conformance.json', 'challenge'))
    assert.equal(code, 2)
    assert.match(stderr, /cannot be written to .* \(ENOTDIR\).*\[challenge-not-writable\]/s)
  })
})
