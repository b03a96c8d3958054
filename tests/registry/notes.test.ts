import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { notesOn, notesOnCertificate, type Identity } from '../../registry/notes.ts'

function identity(organisation: string, keyid: string, name = 'Pay'): Identity {
  const product = {
    name,
    organisation,
    version: '1.0.0',
    contact: 'a@b.example',
    link: 'https://b.example',
    profiles: ['cards.core'],
    reproduce: 'docker run it',
  }
  return { place: `2025-10-13/${organisation.toLowerCase()}-pay/1.0.0`, product, keyid }
}

describe('the notes on a submission', () => {
  const earlier = [identity('Example', 'key-1'), identity('Other', 'key-2'), identity('Example', 'key-3')]

  it('are none for a known organisation with a key that it used before', () => {
    for (const keyid of ['key-1', 'key-3']) assert.deepEqual(notesOn(identity('Example', keyid), earlier), [])
  })

  it('name another key than the organisation used before, also one of another organisation', () => {
    const note = (keyid: string) =>
      `key ${keyid} is new for Example; 2025-10-13/example-pay/1.0.0 has key key-3`
    assert.deepEqual(notesOn(identity('Example', 'key-4'), earlier), [note('key-4')])
    assert.deepEqual(notesOn(identity('Example', 'key-2'), earlier), [
      note('key-2'),
      '2025-10-13/other-pay/1.0.0 of Other has the same key',
    ])
  })

  it('name an organisation without an accepted submission', () => {
    assert.deepEqual(notesOn(identity('Examp1e', 'key-5'), earlier), [
      'the first submission of Examp1e; its key is key-5',
    ])
  })

  it('name letters that look like others, but not accents', () => {
    const cyrillic = notesOn(identity('\u0415xample', 'key-1'), earlier)
    assert.match(cyrillic.join('\n'), /^\u0415xample has letters that may look like others/m)
    assert.match(
      notesOn(identity('Example', 'key-1', 'P\u0430y'), earlier).join(),
      /^P\u0430y has letters that may look like others/,
    )
    assert.deepEqual(notesOn(identity('Example', 'key-1', 'Päÿ ŕ e\u0301'), earlier), [])
    for (const sign of ['\u212a', '\u216d', '\uff30', '\ufb01'])
      assert.match(
        notesOn(identity('Example', 'key-1', `P${sign}y`), earlier).join(),
        /has letters that may look like others/,
        sign,
      )
  })

  it('name the hosts that got the requests, and what was added to them', () => {
    const deployment = { name: 'Pay', baseUrl: 'https://a.example/2025-10-13' }
    const more = { replicas: ['https://b.example/2025-10-13'], addedToRequests: ['header x-mode'] }

    assert.deepEqual(notesOnCertificate({ deployment }), [])
    assert.deepEqual(notesOnCertificate({ deployment, ...more }), [
      'the requests went to https://b.example/2025-10-13 in place of https://a.example/2025-10-13',
      'the deployment file adds to requests: header x-mode; ask what for',
    ])
  })

  it('name an accepted organisation with almost the same name', () => {
    assert.deepEqual(notesOn(identity('ex\u00e1mple', 'key-5'), earlier), [
      'the first submission of ex\u00e1mple; its key is key-5',
      '2025-10-13/example-pay/1.0.0 of Example has almost the same organisation',
    ])
  })
})
