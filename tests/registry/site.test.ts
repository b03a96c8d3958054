/** The site of a registry: what it says of thirty certificates, for people and for programs. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { XMLValidator } from 'fast-xml-parser'
import { implementationsOf } from '../../registry/listing.ts'
import { slugOf } from '../../registry/product.ts'
import { siteOf } from '../../registry/site/site.ts'
import { definitions, listing, thirtyListings } from './thirty-listings.ts'

const listings = thirtyListings()
const site = siteOf(listings, definitions)
const file = (path: string) => site[path] ?? assert.fail(`there is no ${path}`)

describe('the site of a registry', () => {
  it('has a page and badges of each product, with the version that was certified last first', () => {
    const implementations = implementationsOf(listings)
    assert.ok(implementations.length > 10)
    for (const { slug, latest, versions } of implementations) {
      assert.ok(versions.every(({ said }) => said.issuedAt <= latest.said.issuedAt))
      assert.ok(file(`${slug}/index.html`).includes(`registry/${latest.place}/bundle --key`))
      assert.ok(file(`${slug}/index.html`).includes('x at https://bank.example/2025-10-13'))
      assert.equal(XMLValidator.validate(file(`${slug}/badge.svg`)), true)
    }
    assert.equal(Object.keys(site).length, 5 + 3 * implementations.length)
  })

  it('is the same in whatever order the submissions come', () => {
    assert.deepEqual(siteOf(listings.toReversed(), definitions), site)
  })

  it('has JSON that keeps its schema', () => {
    const ajv = new Ajv2020()
    addFormats.default(ajv)
    const validate = ajv.compile(JSON.parse(file('implementations.schema.json')) as object)
    const value = JSON.parse(file('implementations.json')) as { implementations: object[] }

    assert.ok(validate(value), JSON.stringify(validate.errors))
    assert.equal(
      validate({ ...value, implementations: [{ ...value.implementations[0], versions: [{}] }] }),
      false,
    )
  })

  it('has an Atom feed with an entry for each certificate, the latest first', () => {
    const feed = file('feed.xml')
    assert.equal(XMLValidator.validate(feed), true)
    assert.equal(feed.split('<entry>').length - 1, listings.length)
    const times = [...feed.matchAll(/<updated>([^<]+)</g)].map(([, time]) => time!)
    assert.deepEqual(times.slice(1), times.slice(1).toSorted().toReversed())
  })

  it('has a revoked certificate in the feed again, with the reason', () => {
    const at = '2027-02-03T04:05:06.000Z'
    const [first, ...others] = listings
    const revoked = {
      ...first!,
      state: { state: 'revoked', because: `at ${at}: a <key> was lost`, at },
    } as const

    const feed = siteOf([revoked, ...others], definitions)['feed.xml'] ?? ''

    assert.equal(XMLValidator.validate(feed), true)
    const [head = '', entry = ''] = feed.split('<entry>')
    assert.ok(head.includes(`<updated>${at}</updated>`) && entry.includes(`<updated>${at}</updated>`))
    assert.ok(entry.includes(`<summary>revoked at ${at}: a &lt;key&gt; was lost</summary>`), entry)
  })

  it('shows text of submitters as text', () => {
    for (const [path, text] of Object.entries(site)) {
      if (path.endsWith('.json')) continue
      assert.ok(!text.includes('<img'), path)
    }
  })

  it('shows what would reorder the words of a page', () => {
    const one = listing(1)
    const said = { ...one.said, deployment: { ...one.said.deployment, name: 'Pay \u202eevil' } }

    const page = siteOf([{ ...one, said }], definitions)[`${implementationsOf([one])[0]!.slug}/index.html`]!

    assert.match(page, /Pay ‹U\+202E›evil/)
    assert.doesNotMatch(page, /\u202e/)
  })

  it('shows profiles and badges only of certificates that are good', () => {
    const badge = (state: 'valid' | 'expiring' | 'expired' | 'revoked' | 'degraded') => {
      const one = {
        ...listing(1, { profiles: ['cards.core', 'cards.extended'] }),
        state: { state, because: '' },
      }
      const only = siteOf([one], definitions)
      const slug = implementationsOf([one])[0]!.slug
      const { message, isError } = JSON.parse(only[`${slug}/badge.json`]!) as {
        message: string
        isError: boolean
      }
      return [message, isError, only['index.html']!.split('>certified<').length - 1]
    }

    for (const state of ['valid', 'expiring'] as const)
      assert.deepEqual(badge(state), ['certified: Cards (extended)', false, 2])
    for (const state of ['expired', 'revoked', 'degraded'] as const)
      assert.deepEqual(badge(state), [state, true, 0])
  })

  it('names what a certificate does not cover, the hosts that got the requests, and what was added to them', () => {
    const one = listing(1)
    const replicas = ['https://a.test.example/2025-10-13', 'https://b.test.example/2025-10-13']
    const addedToRequests = ['header x-tenant']
    const more = {
      replicas,
      addedToRequests,
      notOffered: ['rejectTransaction'],
      capabilitiesNotOffered: ['liveness'],
    }
    const page = (said: object) => {
      const only = { ...one, said: { ...one.said, ...said } }
      return siteOf([only], definitions)[`${implementationsOf([only])[0]!.slug}/index.html`]!
    }

    assert.match(page(more), new RegExp(`Requests went to</dt>\\s*<dd>${replicas.join(', ')}`))
    assert.match(page(more), /Added to requests<\/dt>\s*<dd>header x-tenant</)
    assert.match(page(more), /Not offered<\/dt>\s*<dd>rejectTransaction, liveness</)
    assert.match(page({}), /Not offered<\/dt>\s*<dd>nothing</)
    assert.doesNotMatch(page({}), /Requests went to|Added to requests/)
  })

  it('has the verdict of each requirement of each good implementation', () => {
    const good = implementationsOf(listings).filter(({ latest }) =>
      ['valid', 'expiring'].includes(latest.state.state),
    )
    const cells = file('requirements.html').split('<td').length - 1

    assert.equal(cells, good.length * good[0]!.latest.requirements.length)
  })
})

describe('a slug', () => {
  it('has letters, digits and single hyphens', () => {
    for (const [name, slug] of [
      ['Example Inc.', 'example-inc'],
      ['Ünïted  Bänk', 'united-bank'],
      ['../..', ''],
      ['A/B', 'a-b'],
    ] as const)
      assert.equal(slugOf(name), slug)
  })
})
