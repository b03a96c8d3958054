/** The envelope is DSSE as others read it, and no byte of it can change unseen. */
import assert from 'node:assert/strict'
import { createPublicKey, sign } from 'node:crypto'
import { describe, it } from 'node:test'
import { ed25519 } from '@noble/curves/ed25519.js'
import { opened, PAYLOAD_TYPE, sealed } from '../../certificates/envelope.ts'
import { keyId, newKeyPair, signingKey, verificationKey } from '../../certificates/keys.ts'

const pair = newKeyPair()
const [secret, open] = [signingKey(pair.privatePem), verificationKey(pair.publicPem)]
const payload = Buffer.from('{"it":"is signed — as bytes"}')
const envelope = Buffer.from(sealed(payload, secret))

interface Parts {
  payloadType: string
  payload: string
  signatures: { keyid: string; sig: string }[]
}
const parts = () => JSON.parse(envelope.toString('utf8')) as Parts
const written = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
const problemOf = (bytes: Buffer) => {
  const found = opened(bytes, open)
  return found.payload === undefined ? found.problem : undefined
}

describe('a DSSE envelope', () => {
  it('gives its payload and the id of its key', () => {
    const found = opened(envelope, open)

    assert.ok(found.payload)
    assert.deepEqual(found.payload, payload)
    assert.equal(found.keyid, keyId(open))
  })

  it('is verified by another library, from the text of the DSSE protocol', () => {
    const { payloadType, payload: encoded, signatures } = parts()
    const bytes = Buffer.from(encoded, 'base64')
    const signed = Buffer.concat([
      Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${bytes.length} `),
      bytes,
    ])
    const raw = createPublicKey(pair.publicPem).export({ format: 'jwk' }).x!

    assert.equal(payloadType, PAYLOAD_TYPE)
    assert.ok(
      ed25519.verify(Buffer.from(signatures[0]!.sig, 'base64'), signed, Buffer.from(raw, 'base64url')),
    )
  })

  it('does not open when any one of its bytes has changed', () => {
    const unseen: number[] = []
    for (let at = 0; at < envelope.length; at++) {
      for (const bit of [0x01, 0x20]) {
        const flipped = Buffer.from(envelope)
        flipped[at]! ^= bit
        if (problemOf(flipped) === undefined) unseen.push(at)
      }
    }

    assert.deepEqual(unseen, [])
  })

  it('does not open when it is cut anywhere', () => {
    const lengths = Array.from({ length: envelope.length }, (_, length) => length)

    assert.deepEqual(
      lengths.filter((length) => problemOf(envelope.subarray(0, length)) === undefined),
      [],
    )
  })

  it('does not open when something is added, which the signature does not cover', () => {
    const additions = [
      Buffer.concat([envelope, Buffer.from('\n')]),
      Buffer.concat([Buffer.from('\ufeff'), envelope]),
      written({ ...parts(), note: 'more' }),
      written({ ...parts(), signatures: parts().signatures.map((one) => ({ ...one, cert: 'mine' })) }),
      Buffer.from(JSON.stringify(parts())),
    ]

    for (const bytes of additions) assert.ok(problemOf(bytes), bytes.toString('utf8'))
  })

  it('does not open with another key, and reports the key', () => {
    const found = opened(envelope, verificationKey(newKeyPair().publicPem))

    assert.ok(found.payload === undefined)
    assert.match(found.problem, /another key signed it/)
  })

  it("does not open when it claims a key's id that did not sign it", () => {
    const foreign = JSON.parse(sealed(payload, signingKey(newKeyPair().privatePem))) as Parts
    foreign.signatures[0]!.keyid = keyId(open)

    assert.match(problemOf(written(foreign)) ?? '', /its signature is invalid/)
  })

  it('does not open when its payload was signed as something of another type', () => {
    const bare = sign(null, payload, secret).toString('base64')
    const signatures = [{ keyid: keyId(open), sig: bare }]

    assert.match(problemOf(written({ ...parts(), signatures })) ?? '', /is invalid/)
    assert.match(problemOf(written({ ...parts(), payloadType: 'text/plain' })) ?? '', /not of the type/)
  })

  it('does not open with no signature, or with several', () => {
    const [one] = parts().signatures

    assert.match(problemOf(written({ ...parts(), signatures: [] })) ?? '', /0 signatures/)
    assert.match(problemOf(written({ ...parts(), signatures: [one, one] })) ?? '', /2 signatures/)
  })

  it('does not open when it is no envelope at all', () => {
    for (const text of [
      '',
      'null',
      '[]',
      '{}',
      '{"payload":1}',
      '{"payloadType":"a","payload":"","signatures":[null]}',
    ])
      assert.match(problemOf(Buffer.from(text)) ?? '', /not a DSSE envelope/)
  })
})
