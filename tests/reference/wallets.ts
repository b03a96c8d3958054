/** Wallets that sign with libraries other than the ones the reference verifies with. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58, base64, bech32, createBase58check, hex } from '@scure/base'

const bytes = (text: string) => new TextEncoder().encode(text)
const joined = (...parts: readonly Uint8Array[]) => new Uint8Array(parts.flatMap((part) => [...part]))
const base58check = createBase58check(sha256)

export interface Wallet {
  readonly address: string
  sign(message: string): string
}

export function evmWallet(): Wallet {
  const { secretKey } = secp256k1.keygen()
  const key = secp256k1.getPublicKey(secretKey, false).slice(1)
  return {
    address: `0x${hex.encode(keccak_256(key).slice(-20))}`,
    sign(message) {
      const text = bytes(message)
      const hash = keccak_256(joined(bytes(`\u0019Ethereum Signed Message:\n${text.length}`), text))
      const [recovery = 0, ...rest] = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' })
      return `0x${hex.encode(new Uint8Array([...rest, 27 + recovery]))}`
    },
  }
}

export function solanaWallet(): Wallet {
  const { secretKey, publicKey } = ed25519.keygen()
  return {
    address: base58.encode(publicKey),
    sign: (message) => base58.encode(ed25519.sign(bytes(message), secretKey)),
  }
}

export type BitcoinAddressType = 'P2PKH' | 'P2SH-P2WPKH' | 'P2WPKH'

/** `header` is that of recovery 0: 31, 35 or 39 for the address type according to BIP-137, 31 for Electrum. */
export function bitcoinWallet(type: BitcoinAddressType, header: number): Wallet {
  const { secretKey } = secp256k1.keygen()
  const keyHash = ripemd160(sha256(secp256k1.getPublicKey(secretKey)))
  const scriptHash = ripemd160(sha256(joined(new Uint8Array([0, 20]), keyHash)))
  const addresses: Readonly<Record<BitcoinAddressType, string>> = {
    P2PKH: base58check.encode(joined(new Uint8Array([0]), keyHash)),
    'P2SH-P2WPKH': base58check.encode(joined(new Uint8Array([5]), scriptHash)),
    P2WPKH: bech32.encode('bc', [0, ...bech32.toWords(keyHash)]),
  }
  return {
    address: addresses[type],
    sign(message) {
      const text = bytes(message)
      const size = text.length < 253 ? [text.length] : [253, text.length & 0xff, text.length >> 8]
      const hash = sha256(
        sha256(joined(bytes('\u0018Bitcoin Signed Message:\n'), new Uint8Array(size), text)),
      )
      const [recovery = 0, ...rest] = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' })
      return base64.encode(new Uint8Array([header + recovery, ...rest]))
    },
  }
}
