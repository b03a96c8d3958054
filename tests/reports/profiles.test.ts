/** Which profiles a run reaches, and what people read about them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RequirementResult, Verdict } from '../../reports/conformance.ts'
import { highestReached, profilesSentence } from '../../reports/profile-words.ts'
import { MOST_MISSING, profilesOf } from '../../reports/profiles.ts'
import { indexHtml } from '../../reports/writers/index-html.ts'
import { badgeJson } from '../../reports/writers/badge-json.ts'
import { terminalSummary } from '../../reports/terminal-summary.ts'
import { readFrozenProfiles, readProfiles } from '../../spec/generate/profiles.ts'
import { capabilities, inEdition, editions, profiles, requirements, areas } from '../../spec/index.ts'
import { exchanges, passing } from './sample-run.ts'

const { profiles: frozen } = profiles.find(({ edition }) => edition === 1)!
const catalogue = inEdition(requirements, editions, 1)
const idsOf = (profile: string) => frozen.find(({ id }) => id === profile)!.requirements

/** A run in which every requirement passed but some. */
const results = (but: Readonly<Record<string, Verdict>> = {}) =>
  catalogue.map(({ id, area }) => ({
    id,
    area,
    verdict: but[id] ?? 'pass',
    cause: `cause-of-${id}`,
  })) as unknown as readonly RequirementResult[]

type Offer = Parameters<typeof profilesOf>[2]
const reachedBy = (but: Readonly<Record<string, Verdict>>, offer: Partial<Offer> = {}) =>
  profilesOf(frozen, results(but), { catalogue, claimedAreas: undefined, notOffered: [], ...offer })
const one = (id: string, found: ReturnType<typeof reachedBy>) => found.find((profile) => profile.id === id)!
const all = (ids: readonly string[], verdict: Verdict) => Object.fromEntries(ids.map((id) => [id, verdict]))

describe('the profiles of a run', () => {
  it('are all reached where every requirement passed', () => {
    assert.deepEqual([...new Set(reachedBy({}).map(({ state }) => state))], ['reached'])
  })

  for (const verdict of ['fail', 'flaky', 'blocked'] as const)
    it(`are narrowly missed for want of one requirement that is ${verdict}, and name it with its cause`, () => {
      const found = reachedBy({ 'QUO-20': verdict })

      const { state, missing, held, requirements: of } = one('agents.core', found)
      assert.equal(state, 'narrowly-missed')
      assert.deepEqual(missing, [{ id: 'QUO-20', verdict, cause: 'cause-of-QUO-20' }])
      assert.equal(held, of - 1)
      assert.equal(one('cards.extended', found).state, 'reached')
      assert.equal(one('whole-contract', found).state, 'narrowly-missed')
    })

  it('are missed where more do not pass', () => {
    const state = (count: number) =>
      one('agents.core', reachedBy(all(idsOf('agents.core').slice(-count), 'fail'))).state

    assert.equal(state(MOST_MISSING), 'narrowly-missed')
    assert.equal(state(MOST_MISSING + 1), 'missed')
  })

  it('are not offered where an area is not claimed, a capability not offered or an operation not bound', () => {
    const cards = requirements.filter(({ area }) => area === 'cards').map(({ id }) => id)
    const [kyc] = capabilities.filter(({ id }) => id === 'cards.kyc')
    const operation = requirements.find(({ id }) => id === 'CRD-01')!.operations[0]!
    const every = areas.map(({ id }) => id)

    const unclaimed = reachedBy(all(cards, 'not-applicable'), {
      claimedAreas: every.filter((id) => id !== 'cards'),
    })
    const incapable = reachedBy(all(kyc!.requirements, 'not-applicable'), { withoutCapabilities: [kyc!] })
    const unbound = reachedBy({ 'CRD-01': 'not-applicable' }, { notOffered: [operation] })

    assert.deepEqual(one('cards.core', unclaimed).lacks?.areas, ['cards'])
    assert.equal(one('cards.core', incapable).state, 'reached')
    assert.deepEqual(one('cards.extended', incapable).lacks?.capabilities, ['cards.kyc'])
    assert.deepEqual(one('cards.core', unbound).lacks?.operations, [operation])
    for (const found of [unclaimed, incapable, unbound])
      assert.deepEqual(
        [one('cards.extended', found).state, one('whole-contract', found).state],
        ['not-offered', 'not-offered'],
      )
  })

  it('are reached where a rule does not apply although everything is offered', () => {
    assert.equal(
      one('agents.core', reachedBy({ 'CNV-05': 'not-applicable', 'ACT-01': 'not-applicable' })).state,
      'reached',
    )
  })
})

describe('the words for profiles', () => {
  it('leave out what another one contains', () => {
    const titles = (but: Readonly<Record<string, Verdict>>) =>
      highestReached(reachedBy(but)).map(({ title }) => title)

    assert.deepEqual(titles({}), ['Whole contract'])
    const [extra] = idsOf('cards.extended').filter((id) => !idsOf('cards.core').includes(id))
    const found = titles({ [extra!]: 'fail' })
    assert.ok(found.includes('Cards (core)') && found.includes('Stablecoins (extended)'), found.join())
    assert.ok(!found.includes('Stablecoins (core)') && !found.includes('Whole contract'), found.join())
  })

  it('are on the terminal, on the badge and on the page, with what is missing', () => {
    const run = { ...passing, profiles: reachedBy({ 'QUO-20': 'blocked' }) }

    assert.match(
      profilesSentence(run) ?? '',
      /Profiles almost reached: Agents \(core\), Agents \(extended\).* \(if QUO-20 passes too\)/,
    )
    assert.match(terminalSummary(run, { colour: false, reportPath: 'r' }), /\nProfiles reached: Wallet own/)
    assert.match(badgeJson(run), / passed · Wallet ownership \(extended\), /)
    const page = indexHtml(run, exchanges)
    assert.match(page, /<h2 id="profiles-title">Profiles/)
    assert.match(page, /data-profile="agents\.core".*?narrowly missed.*?QUO-20/s)
  })
})

it('of many profiles that were narrowly missed, the narrowest are named', () => {
  const profiles = [4, 1, 3, 2, 5, 6, 7, 8].map((misses) => ({
    id: `p${misses}`,
    title: `Profile ${misses}`,
    state: 'narrowly-missed' as const,
    requirements: 30,
    held: 30 - misses,
    missing: [{ id: 'QUO-20', verdict: 'fail' as const }],
  }))

  assert.equal(
    profilesSentence({ profiles }),
    'Profiles almost reached: Profile 1, Profile 2, Profile 3 (if QUO-20 passes too); 5 more in the report. A profile is a set of requirements for one use of the API.',
  )
})

it('of a profile that was narrowly missed, the causes to correct are named where they have numbers', () => {
  const missing = ['QUO-20', 'CNV-06'].map((id) => ({ id, verdict: 'fail' as const }))
  const profile = {
    id: 'p',
    title: 'Cards',
    state: 'narrowly-missed' as const,
    requirements: 9,
    held: 7,
    missing,
  }
  const sentenceOf = (numbers: Readonly<Record<string, readonly number[]>>) =>
    profilesSentence({ profiles: [profile] }, new Map(Object.entries(numbers)))?.split('.')[0]

  assert.equal(
    sentenceOf({ 'QUO-20': [3], 'CNV-06': [1, 3] }),
    'Profiles almost reached: Cards (if causes 1 and 3 are corrected)',
  )
  assert.equal(
    sentenceOf({ 'QUO-20': [2], 'CNV-06': [2] }),
    'Profiles almost reached: Cards (if cause 2 is corrected)',
  )
  assert.equal(
    sentenceOf({ 'QUO-20': [2] }),
    'Profiles almost reached: Cards (if QUO-20 and CNV-06 pass too)',
  )
})

describe('the definition of profiles', () => {
  const source = (more: object) => [{ id: 'cards.core', title: 'Cards', areas: ['cards'], ...more }]
  const read = (profilesSource: unknown) =>
    readProfiles(profilesSource, { areas, requirements, capabilities }, new Set(editions[0]!.MUST))
  const refused: readonly (readonly [string, unknown, RegExp])[] = [
    ['an unknown area', source({ areas: ['crads'] }), /cards\.core: crads is not known/],
    ['an unknown flow', source({ requirements: ['XYZ'] }), /XYZ is not known/],
    ['an unknown capability', source({ withoutCapabilities: ['x'] }), /x is not known/],
    ['nothing in it', source({ areas: [] }), /neither areas nor requirements/],
    ['an id twice', [...source({}), ...source({})], /the id is given twice/],
    ['another form of id', source({ id: 'cards.full' }), /an id is words/],
  ]
  for (const [title, given, said] of refused)
    it(`is rejected with ${title}`, () => {
      assert.throws(() => read(given), said)
    })

  it('gives a core no requirement that its extended profile lacks, and every profile to the whole contract', () => {
    const whole = new Set(idsOf('whole-contract'))
    for (const { id, requirements: ids } of frozen) {
      assert.ok(ids.length > 20, id)
      assert.deepEqual(
        ids.filter((each) => !whole.has(each)),
        [],
        id,
      )
      if (!id.endsWith('.core')) continue
      const extended = new Set(idsOf(id.replace('.core', '.extended')))
      assert.ok(extended.size > ids.length)
      assert.deepEqual(
        ids.filter((each) => !extended.has(each)),
        [],
        id,
      )
    }
  })

  it('is frozen for each edition, with its MUST requirements only', () => {
    const file = (edition: number, ids: readonly string[]) => ({
      name: `${edition}.yaml`,
      content: { edition, profiles: [{ id: 'a', title: 'A', requirements: ids }] },
    })
    assert.throws(() => readFrozenProfiles([], editions), /1\.yaml is missing/)
    assert.throws(
      () => readFrozenProfiles([file(1, ['ACT-999'])], editions),
      /ACT-999 is not a MUST of edition 1/,
    )
  })
})
