import assert from 'node:assert/strict'
import { createPublicKey, verify as verifySignature } from 'node:crypto'
import { describe, it } from 'node:test'
import { base58 } from '@scure/base'
import bitcoinMessage from 'bitcoinjs-message'
import { getAddress, verifyMessage } from 'ethers'
import { bitcoinWallet, type BitcoinAddressType, type BitcoinScheme } from '../../fixtures/wallets/bitcoin.ts'
import { evmWallet } from '../../fixtures/wallets/evm.ts'
import { solanaWallet } from '../../fixtures/wallets/solana.ts'
import { walletsFromSeed } from '../../fixtures/wallets/wallets.ts'

const ADDRESS_TYPES: readonly BitcoinAddressType[] = ['P2PKH', 'P2SH-P2WPKH', 'P2WPKH']
const SCHEMES: readonly BitcoinScheme[] = ['bip137', 'electrum']
const ONE = Uint8Array.from({ length: 32 }, (_, at) => (at === 31 ? 1 : 0))
const SEEDS = Array.from({ length: 12 }, (_, at) => `seed ${at}`)

const MESSAGES: Readonly<Record<string, string>> = {
  plain: 'I own this wallet.',
  'many lines': 'platform.example asks you to sign:\n\nNonce: 8f3a\nExpires: 2026-01-01T00:00:00Z\n',
  'carriage returns and tabs': 'a\r\nb\tc\u0000d',
  unicode: 'Ich bestätige: 所有権 🔑 é e\u0301',
  empty: '',
  'one space': ' ',
  'one newline': '\n',
  '252 bytes, the last of one length byte': 'x'.repeat(252),
  '253 bytes, the first of three': 'x'.repeat(253),
  '65535 bytes': 'x'.repeat(65535),
  '65536 bytes, the first of five': 'x'.repeat(65536),
}

const verifiesEvm = (message: string, address: string, signature: string) =>
  verifyMessage(message, signature) === address

const verifiesBitcoin = (message: string, address: string, signature: string, scheme: BitcoinScheme) =>
  bitcoinMessage.verify(message, address, signature, undefined, scheme === 'electrum')

function verifiesSolana(message: string, address: string, signature: string): boolean {
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(base58.decode(address)).toString('base64url') },
    format: 'jwk',
  })
  return verifySignature(null, Buffer.from(message), key, base58.decode(signature))
}

describe('published vectors', () => {
  it('addresses of private key 1', () => {
    assert.equal(evmWallet(ONE).address, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf')
    assert.equal(bitcoinWallet(ONE, 'P2PKH').address, '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH')
    assert.equal(bitcoinWallet(ONE, 'P2SH-P2WPKH').address, '3JvL6Ymt8MVWiCNHC7oWU6nLeHNJKLZGLN')
    assert.equal(bitcoinWallet(ONE, 'P2WPKH').address, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
  })

  it('EIP-191: the example of the web3.js documentation', () => {
    const wallet = evmWallet(
      Buffer.from('4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318', 'hex'),
    )
    assert.equal(wallet.address, '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23')
    assert.equal(
      wallet.sign('Some data'),
      '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
    )
  })

  it('Bitcoin: the examples of the bitcoinjs-message documentation', () => {
    const wif = base58.decode('L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1')
    const secretKey = wif.subarray(1, 33)
    const message = 'This is an example of a signed message.'
    const body = '9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk='
    assert.equal(bitcoinWallet(secretKey, 'P2PKH').address, '1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV')
    assert.equal(bitcoinWallet(secretKey, 'P2PKH').sign(message), `H${body}`)
    assert.equal(bitcoinWallet(secretKey, 'P2SH-P2WPKH').sign(message), `I${body}`)
    assert.equal(bitcoinWallet(secretKey, 'P2WPKH').sign(message), `J${body}`)
  })

  it('Ed25519: RFC 8032, section 7.1, test 1', () => {
    const wallet = solanaWallet(
      Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex'),
    )
    assert.equal(
      Buffer.from(base58.decode(wallet.address)).toString('hex'),
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    )
    assert.equal(
      Buffer.from(base58.decode(wallet.sign(''))).toString('hex'),
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    )
  })
})

describe('EVM', () => {
  for (const [name, message] of Object.entries(MESSAGES)) {
    it(`signs a message: ${name}`, () => {
      const wallet = walletsFromSeed(name).evm()
      const signature = wallet.sign(message)

      assert.match(signature, /^0x[0-9a-f]{128}1[bc]$/)
      assert.ok(verifiesEvm(message, wallet.address, signature))
      assert.ok(!verifiesEvm(`${message}.`, wallet.address, signature))
    })
  }

  it('is valid for many seeds, with either recovery id', () => {
    const lastBytes = new Set<string>()
    for (const seed of SEEDS) {
      const wallet = walletsFromSeed(seed).evm()
      const signature = wallet.sign(seed)
      lastBytes.add(signature.slice(-2))
      assert.equal(getAddress(wallet.address.toLowerCase()), wallet.address)
      assert.ok(verifiesEvm(seed, wallet.address, signature))
    }
    assert.deepEqual([...lastBytes].sort(), ['1b', '1c'])
  })
})

describe('Bitcoin', () => {
  for (const type of ADDRESS_TYPES) {
    for (const scheme of SCHEMES) {
      for (const [name, message] of Object.entries(MESSAGES)) {
        it(`${type}, ${scheme}: signs a message: ${name}`, () => {
          const wallet = walletsFromSeed(name).bitcoin(type)
          const signature = wallet.sign(message, scheme)

          assert.ok(verifiesBitcoin(message, wallet.address, signature, scheme))
          assert.ok(!verifiesBitcoin(`${message}.`, wallet.address, signature, scheme))
        })
      }

      it(`${type}, ${scheme}: is valid for many seeds`, () => {
        for (const seed of SEEDS) {
          const wallet = walletsFromSeed(seed).bitcoin(type)
          const another = walletsFromSeed(`not ${seed}`).bitcoin(type)
          const signature = wallet.sign(seed, scheme)
          assert.ok(verifiesBitcoin(seed, wallet.address, signature, scheme))
          assert.ok(!verifiesBitcoin(seed, another.address, signature, scheme))
        }
      })
    }

    it(`${type}: the header byte encodes the scheme, and only for segwit addresses`, () => {
      for (const seed of SEEDS) {
        const wallet = walletsFromSeed(seed).bitcoin(type)
        const [bip137, electrum] = SCHEMES.map((scheme) => Buffer.from(wallet.sign(seed, scheme), 'base64'))
        const apart = { P2PKH: 0, 'P2SH-P2WPKH': 4, P2WPKH: 8 }[type]
        assert.equal(bip137!.length, 65)
        assert.ok(electrum![0]! >= 31 && electrum![0]! <= 34)
        assert.equal(bip137![0]! - electrum![0]!, apart)
        assert.deepEqual(bip137!.subarray(1), electrum!.subarray(1))
        assert.equal(wallet.sign(seed), bip137!.toString('base64'))
      }
    })
  }

  it('addresses are of mainnet and of their type', () => {
    const starts = { P2PKH: /^1/, 'P2SH-P2WPKH': /^3/, P2WPKH: /^bc1q[a-z0-9]{38}$/ }
    for (const seed of SEEDS) {
      for (const type of ADDRESS_TYPES) {
        assert.match(walletsFromSeed(seed).bitcoin(type).address, starts[type])
      }
    }
  })
})

describe('Solana', () => {
  for (const [name, message] of Object.entries(MESSAGES)) {
    it(`signs a message: ${name}`, () => {
      const wallet = walletsFromSeed(name).solana()
      const signature = wallet.sign(message)

      assert.equal(base58.decode(wallet.address).length, 32)
      assert.equal(base58.decode(signature).length, 64)
      assert.ok(verifiesSolana(message, wallet.address, signature))
      assert.ok(!verifiesSolana(`${message}.`, wallet.address, signature))
    })
  }

  it('is valid for many seeds', () => {
    for (const seed of SEEDS) {
      const wallet = walletsFromSeed(seed).solana()
      assert.ok(verifiesSolana(seed, wallet.address, wallet.sign(seed)))
      assert.ok(!verifiesSolana(seed, walletsFromSeed(`not ${seed}`).solana().address, wallet.sign(seed)))
    }
  })
})

describe('wallets from a seed', () => {
  it('every call gives another wallet', () => {
    const wallets = walletsFromSeed('seed')
    const addresses = Array.from({ length: 20 }, () => [
      wallets.evm().address,
      ...ADDRESS_TYPES.map((type) => wallets.bitcoin(type).address),
      wallets.solana().address,
    ]).flat()
    assert.equal(new Set(addresses).size, 100)
  })

  it('the same seed gives the same wallets, another seed others', () => {
    const [one, again, other] = [walletsFromSeed('a'), walletsFromSeed('a'), walletsFromSeed('b')]
    const addresses = (wallets: typeof one) => [
      wallets.evm().address,
      wallets.evm().address,
      wallets.solana().address,
    ]
    const first = addresses(one)
    assert.deepEqual(addresses(again), first)
    assert.ok(addresses(other).every((address) => !first.includes(address)))
  })

  it('kinds are counted by themselves', () => {
    const [one, other] = [walletsFromSeed('a'), walletsFromSeed('a')]
    one.evm()
    one.bitcoin('P2PKH')
    assert.equal(one.solana().address, other.solana().address)
    assert.equal(one.bitcoin('P2WPKH').address, other.bitcoin('P2WPKH').address)
  })
})
