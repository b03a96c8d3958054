/** The entries that the log of a registry lacks. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { missingEntries } from '../../registry/log-entries.ts'

const AT = '2026-11-23T00:00:00.000Z'
const said = { issuedAt: '2026-11-01T00:00:00.000Z', expiresAt: '2027-02-01T00:00:00.000Z' }
const submission = (version: string, certificate: string, keyid = 'key') => ({
  place: `2025-10-13/a-b/${version}`,
  certificate,
  keyid,
  said,
})
const shown = (entries: ReturnType<typeof missingEntries>) =>
  entries.map((entry) => [entry.event, entry.certificate, ...('by' in entry ? [entry.by] : [])].join(' '))

describe('the log of a registry', () => {
  const [first, other, renewed] = [
    submission('1.2.0', 'a'),
    submission('1.3.0', 'b'),
    submission('1.2.0+2', 'c'),
  ]

  it('gets each submission once', () => {
    const logged = missingEntries([first], [], AT)

    assert.deepEqual(shown(logged), ['accepted a'])
    assert.deepEqual(shown(missingEntries([first, other], logged, AT)), ['accepted b'])
  })

  it('lets a renewal supersede the same version, and no other version', () => {
    const logged = missingEntries([first, other], [], AT)
    const more = missingEntries([first, other, renewed], logged, AT)

    assert.deepEqual(shown(more), ['accepted c', 'superseded a c'])
    assert.deepEqual(missingEntries([first, other, renewed], [...logged, ...more], AT), [])
  })

  it('lets the last renewal supersede both that came before it', () => {
    const again = submission('1.2.0+3', 'd')

    assert.deepEqual(shown(missingEntries([first, renewed, again], [], AT)).slice(3), [
      'superseded a d',
      'superseded c d',
    ])
  })

  it('lets no renewal supersede a certificate of another key', () => {
    const submissions = [first, submission('1.2.0+2', 'e', 'another key'), submission('1.2.0+3', 'f')]

    assert.deepEqual(shown(missingEntries(submissions, [], AT)).slice(3), ['superseded a f'])
  })
})
