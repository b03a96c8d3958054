/**
 * The reference server verifies with libsecp256k1 and OpenSSL. Other libraries judge the same signatures here, valid and
 * changed ones: each verdict must be the same.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64, bech32, createBase58check } from '@scure/base'
import { sha256 } from '@noble/hashes/sha2.js'
import bitcoinMessage from 'bitcoinjs-message'
import { verifyMessage } from 'ethers'
import { bitcoinWallet, type BitcoinAddressType } from '../../fixtures/wallets/bitcoin.ts'
import { evmWallet } from '../../fixtures/wallets/evm.ts'
import { solanaWallet } from '../../fixtures/wallets/solana.ts'
import { isBip137Signature, isElectrumSignature } from '../../reference/verify-signature/bitcoin.ts'
import { isEd25519Signature } from '../../reference/verify-signature/ed25519.ts'
import { isEip191Signature, isEvmSignature } from '../../reference/verify-signature/eip191.ts'

interface Claim {
  readonly message: string
  readonly address: string
  readonly signature: string
}
type Claims = Readonly<Record<string, Claim>>
type Verifier = (message: string, address: string, signature: string) => boolean | Promise<boolean>

const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const P = 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn
const MESSAGES = {
  plain: 'I own this wallet.',
  unicode: 'Ich bestätige: 所有権 🔑 é e\u0301\r\n',
  empty: '',
  '253 bytes': 'x'.repeat(253),
  '65536 bytes': 'x'.repeat(65536),
}
const SHORT_MESSAGES = Object.entries(MESSAGES).slice(0, 4)
const TYPES: readonly BitcoinAddressType[] = ['P2PKH', 'P2SH-P2WPKH', 'P2WPKH']
const VERIFIERS = { bip137: isBip137Signature, electrum: isElectrumSignature }
const keyOf = (seed: string) => sha256(Buffer.from(seed, 'utf8'))

/** 32 bytes, big-endian. */
const word = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
const numberOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

/** r and s of a signature, changed in every way that verifiers have been known to accept. */
function changedNumbers(compact: Uint8Array): Readonly<Record<string, Uint8Array>> {
  const [r, s] = [numberOf(compact.subarray(0, 32)), numberOf(compact.subarray(32))]
  const pairs: Readonly<Record<string, readonly [bigint, bigint]>> = {
    'high s': [r, N - s],
    's of 0': [r, 0n],
    's of n': [r, N],
    's of n + 1': [r, N + 1n],
    'r of 0': [0n, s],
    'r of n': [N, s],
    'r of p': [P, s],
    'r of p - n': [P - N, s],
    'r of 5, which is not on the curve': [5n, s],
    'another r': [r ^ 1n, s],
    'another s': [r, s ^ 1n],
    'r and s exchanged': [s, r],
  }
  return Object.fromEntries(
    Object.entries(pairs).map(([name, pair]) => [name, Buffer.concat(pair.map((value) => word(value)))]),
  )
}

/** Both verifiers judge each claim alike. */
async function agree(claims: Claims, verifier: Verifier, other: Verifier): Promise<readonly string[]> {
  const accepted: string[] = []
  for (const [name, { message, address, signature }] of Object.entries(claims)) {
    const verdict = await verifier(message, address, signature)
    assert.equal(verdict, await other(message, address, signature), name)
    if (verdict) accepted.push(name)
  }
  return accepted
}

const orFalse =
  (verifier: (...claim: Parameters<Verifier>) => boolean): Verifier =>
  (...claim) => {
    try {
      return verifier(...claim)
    } catch {
      return false
    }
  }

/** The result of bitcoinjs-message, for header bytes that the scheme allows for the address type. */
const bitcoinByLibrary = (scheme: keyof typeof VERIFIERS): Verifier =>
  orFalse((message, address, signature) => {
    const bytes = Buffer.from(base64.decode(signature))
    const kind = /^(?:bc|tb|bcrt)1/i.test(address) ? 2 : /^[32]/.test(address) ? 1 : 0
    const [first, last] = [
      [27, 34],
      scheme === 'bip137' ? [35, 38] : [31, 34],
      scheme === 'bip137' ? [39, 42] : [31, 34],
    ][kind]!
    if (bytes.length !== 65 || bytes[0]! < first! || bytes[0]! > last!) return false
    return bitcoinMessage.verify(message, address, bytes, undefined, scheme === 'electrum' && kind > 0)
  })

function bitcoinClaims(
  type: BitcoinAddressType,
  scheme: keyof typeof VERIFIERS,
  seed: string,
  message: string,
) {
  const wallet = bitcoinWallet(keyOf(seed), type)
  const bytes = base64.decode(wallet.sign(message, scheme))
  const { address } = wallet
  const claim = (signature: Uint8Array | string, change: Partial<Claim> = {}): Claim => ({
    message,
    address,
    signature: typeof signature === 'string' ? signature : base64.encode(signature),
    ...change,
  })
  const withHeader = (header: number, compact: Uint8Array) => Uint8Array.of(header, ...compact)
  const compact = bytes.subarray(1)
  const headers = [0, 26, ...Array.from({ length: 17 }, (_, at) => 27 + at), 255]
  const { 'high s': highS, ...others } = changedNumbers(compact)
  const otherParity = bytes[0]! + ((bytes[0]! - 27) % 2 === 0 ? 1 : -1)
  return {
    genuine: claim(bytes),
    ...Object.fromEntries(headers.map((header) => [`header ${header}`, claim(withHeader(header, compact))])),
    'high s': claim(withHeader(bytes[0]!, highS!)),
    'high s with the other recovery id': claim(withHeader(otherParity, highS!)),
    ...Object.fromEntries(
      Object.entries(others).flatMap(([name, changed]) =>
        [0, 1, 2, 3].map((id) => [
          `${name}, recovery id ${id}`,
          claim(withHeader(bytes[0]! - ((bytes[0]! - 27) % 4) + id, changed)),
        ]),
      ),
    ),
    'another message': claim(bytes, { message: `${message}.` }),
    'a byte too short': claim(bytes.subarray(0, 64)),
    'a byte too long': claim(Uint8Array.of(...bytes, 0)),
    'without the header': claim(compact),
    empty: claim(''),
    'without padding': claim(base64.encode(bytes).replace('=', '')),
    'with white space': claim(` ${base64.encode(bytes)}\n`),
    hexadecimal: claim(Buffer.from(bytes).toString('hex')),
    'not base64': claim('*'.repeat(88)),
    ...addressClaims(claim(bytes), seed),
  }
}

function addressClaims(genuine: Claim, seed: string): Claims {
  const { address } = genuine
  const swapped = `${address.slice(0, -1)}${address.endsWith('q') ? 'p' : 'q'}`
  const addresses: Readonly<Record<string, string>> = {
    'of another wallet': bitcoinWallet(keyOf(`not ${seed}`), 'P2WPKH').address,
    'that is empty': '',
    'with a wrong check sum': swapped,
    'that is cut': address.slice(0, -1),
    'in capitals': address.toUpperCase(),
    'in mixed case': `${address.slice(0, 4)}${address.slice(4).toUpperCase()}`,
    'of Ethereum': evmWallet(keyOf(seed)).address,
    'that is no text of an address': 'bc1',
    'of the test network': testNetworkAddress(seed),
    ...Object.fromEntries(
      TYPES.flatMap((type) => [
        [`of the wallet, ${type}`, bitcoinWallet(keyOf(seed), type).address],
        [`of another wallet, ${type}`, bitcoinWallet(keyOf(`not ${seed}`), type).address],
      ]),
    ),
  }
  return Object.fromEntries(
    Object.entries(addresses).map(([name, other]) => [`address ${name}`, { ...genuine, address: other }]),
  )
}

function testNetworkAddress(seed: string): string {
  const { words } = bech32.decode(bitcoinWallet(keyOf(seed), 'P2WPKH').address as `bc1${string}`)
  return bech32.encode('tb', words)
}

describe('Bitcoin signatures', () => {
  for (const type of TYPES) {
    for (const scheme of ['bip137', 'electrum'] as const) {
      it(`of ${type}, ${scheme}, are judged as bitcoinjs-message judges them`, async () => {
        for (const [name, message] of SHORT_MESSAGES.slice(0, 2)) {
          const claims = bitcoinClaims(type, scheme, name, message)

          const accepted = await agree(claims, VERIFIERS[scheme], bitcoinByLibrary(scheme))

          assert.ok(accepted.includes('genuine'))
          assert.ok(accepted.includes('high s with the other recovery id'))
          assert.ok(!accepted.some((one) => /^(?:another|high s$|[rs] of)|of another wallet/.test(one)))
        }
      })

      it(`of ${type}, ${scheme}, are accepted over a message of any length`, async () => {
        for (const message of Object.values(MESSAGES)) {
          const wallet = bitcoinWallet(keyOf(message), type)
          assert.ok(await VERIFIERS[scheme](message, wallet.address, wallet.sign(message, scheme)))
        }
      })
    }
  }

  it('of an uncompressed key are judged as bitcoinjs-message judges them', async () => {
    const address = '1EHNa6Q4Jz2uvNExL497mE43ikXhwF6kZm'
    const bytes = bitcoinMessage.sign('I own this wallet.', Buffer.from(word(1n)), false)
    const claims = Object.fromEntries(
      Array.from({ length: 17 }, (_, at) => {
        const signature = base64.encode(Uint8Array.of(26 + at, ...bytes.subarray(1)))
        return [`header ${26 + at}`, { message: 'I own this wallet.', address, signature }]
      }),
    )

    for (const scheme of ['bip137', 'electrum'] as const)
      assert.deepEqual(await agree(claims, VERIFIERS[scheme], bitcoinByLibrary(scheme)), [
        `header ${bytes[0]}`,
      ])
  })

  it('of wallets in use are accepted: the examples of bitcoinjs-message, and Electrum’s header', async () => {
    const message = 'This is an example of a signed message.'
    const body = '9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk='
    const address = '1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV'
    const secretKey = base58.decode('L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1').subarray(1, 33)

    assert.ok(await isBip137Signature(message, address, `H${body}`))
    assert.ok(await isBip137Signature(message, bitcoinWallet(secretKey, 'P2SH-P2WPKH').address, `I${body}`))
    assert.ok(await isBip137Signature(message, bitcoinWallet(secretKey, 'P2WPKH').address, `J${body}`))
    for (const type of TYPES)
      assert.ok(await isElectrumSignature(message, bitcoinWallet(secretKey, type).address, `H${body}`))
  })

  it('are rejected for an address that no key has, which bitcoinjs-message accepts', async () => {
    const { words } = bech32.decode(bitcoinWallet(keyOf('a'), 'P2WPKH').address as `bc1${string}`)
    const base58check = createBase58check(sha256)
    const keyHash = base58check.decode(bitcoinWallet(keyOf('a'), 'P2PKH').address).subarray(1)
    const signature = bitcoinWallet(keyOf('a'), 'P2WPKH').sign('m', 'electrum')
    const addresses = [
      bech32.encode('bc', [1, ...words.slice(1)]),
      base58check.encode(Uint8Array.of(5, ...keyHash)),
    ]

    for (const address of addresses) {
      assert.equal(await bitcoinByLibrary('electrum')('m', address, signature), true)
      assert.equal(await isElectrumSignature('m', address, signature), false)
    }
  })
})

describe('EIP-191 signatures', () => {
  const byEthers = orFalse(
    (message, address, signature) =>
      /^0x[0-9a-f]{130}$/i.test(signature) &&
      verifyMessage(message, signature).toLowerCase() === address.toLowerCase(),
  )

  function claimsOf(seed: string, message: string) {
    const wallet = evmWallet(keyOf(seed))
    const { address } = wallet
    const signature = wallet.sign(message)
    const v = Number.parseInt(signature.slice(130), 16)
    const compact = Buffer.from(signature.slice(2, 130), 'hex')
    const of = (bytes: Uint8Array, last: number) =>
      `0x${Buffer.from(bytes).toString('hex')}${last.toString(16).padStart(2, '0')}`
    const signatures: Readonly<Record<string, string>> = {
      genuine: signature,
      ...Object.fromEntries(
        [0, 1, 2, 3, 26, 27, 28, 29, 30, 34, 35, 36, 37, 38, 254, 255].map((last) => [
          `last byte ${last}`,
          of(compact, last),
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(changedNumbers(compact)).flatMap(([name, changed]) =>
          [27, 28].map((last) => [`${name}, last byte ${last}`, of(changed, last)]),
        ),
      ),
      capitals: `0x${signature.slice(2).toUpperCase()}`,
      'without 0x': signature.slice(2),
      'with 0X': `0X${signature.slice(2)}`,
      'a digit short': signature.slice(0, -1),
      'a byte short': signature.slice(0, -2),
      'a byte long': `${signature}00`,
      'with a line end': `${signature}\n`,
      'no digit': `${signature.slice(0, -1)}g`,
      empty: '',
      'only 0x': '0x',
    }
    const genuine = { message, address, signature }
    const another = evmWallet(keyOf(`not ${seed}`)).address
    return {
      v,
      claims: {
        ...Object.fromEntries(
          Object.entries(signatures).map(([name, changed]) => [name, { ...genuine, signature: changed }]),
        ),
        'another message': { ...genuine, message: `${message}.` },
        'another address': { ...genuine, address: another },
        'address in small letters': { ...genuine, address: address.toLowerCase() },
        'address in capitals': { ...genuine, address: `0x${address.slice(2).toUpperCase()}` },
        'address without 0x': { ...genuine, address: address.slice(2) },
        'empty address': { ...genuine, address: '' },
      },
    }
  }

  for (const [name, message] of SHORT_MESSAGES) {
    it(`are judged as ethers judges them: ${name}`, async () => {
      const { v, claims } = claimsOf(name, message)

      const accepted = await agree(claims, isEip191Signature, byEthers)

      const same = [v - 27, v, ...[35, 36, 37, 38, 254, 255].filter((last) => last % 2 === v % 2)]
      assert.deepEqual(
        accepted.toSorted(),
        [
          'genuine',
          'capitals',
          'with 0X',
          'address in small letters',
          'address in capitals',
          ...same.map((last) => `last byte ${last}`),
        ].toSorted(),
      )
    })
  }

  it('of wallets in use are accepted: the example of web3.js', async () => {
    assert.ok(
      await isEip191Signature(
        'Some data',
        '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23',
        '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
      ),
    )
  })

  it('of the bytes alone are not EIP-191', async () => {
    const wallet = evmWallet(keyOf('a'))
    const prefixed = Buffer.from('\u0019Ethereum Signed Message:\n1a', 'utf8')

    assert.ok(await isEvmSignature(prefixed, wallet.address, wallet.sign('a')))
    assert.ok(!(await isEvmSignature(Buffer.from('a', 'utf8'), wallet.address, wallet.sign('a'))))
  })
})

describe('Ed25519 signatures', () => {
  const byNoble = orFalse((message, address, signature) =>
    ed25519.verify(base58.decode(signature), Buffer.from(message, 'utf8'), base58.decode(address), {
      zip215: false,
    }),
  )
  const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n
  const reversed = (bytes: Uint8Array) => Uint8Array.from(bytes).toReversed()

  for (const [name, message] of SHORT_MESSAGES) {
    it(`are judged as noble judges them: ${name}`, async () => {
      const wallet = solanaWallet(keyOf(name))
      const { address } = wallet
      const bytes = base58.decode(wallet.sign(message))
      const [point, scalar] = [bytes.subarray(0, 32), bytes.subarray(32)]
      const larger = reversed(word(numberOf(reversed(scalar)) + ORDER))
      const signatures: Readonly<Record<string, string>> = {
        genuine: base58.encode(bytes),
        'a scalar that is not reduced': base58.encode(Buffer.concat([point, larger])),
        'another scalar': base58.encode(bytes.with(40, bytes[40]! ^ 1)),
        'another point': base58.encode(bytes.with(3, bytes[3]! ^ 1)),
        'only zeros': base58.encode(new Uint8Array(64)),
        'a byte short': base58.encode(bytes.subarray(1)),
        'a byte long': base58.encode(Uint8Array.of(...bytes, 0)),
        hexadecimal: Buffer.from(bytes).toString('hex'),
        'not base58': '0OIl',
        empty: '',
      }
      const genuine = { message, address, signature: wallet.sign(message) }
      const claims = {
        ...Object.fromEntries(
          Object.entries(signatures).map(([one, signature]) => [one, { message, address, signature }]),
        ),
        'another message': { ...genuine, message: `${message}.` },
        'another address': { ...genuine, address: solanaWallet(keyOf(`not ${name}`)).address },
        'address of a byte less': { ...genuine, address: base58.encode(base58.decode(address).subarray(1)) },
        'empty address': { ...genuine, address: '' },
      }

      assert.deepEqual(await agree(claims, isEd25519Signature, byNoble), ['genuine'])
    })
  }
})
