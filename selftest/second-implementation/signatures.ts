/** Verifies wallet signatures with libraries other than those that sign. */
import { createPublicKey, verify } from 'node:crypto'
import bitcoin from 'bitcoinjs-message'
import { base58 } from '@scure/base'
import { verifyMessage } from 'ethers'
import type { Chain } from './world.ts'

const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** Whether the text has the form of a signature of the chain, valid or not. */
export function isDecodable(chain: Chain, text: string): boolean {
  if (chain === 'EVM') return /^(0x)?[0-9a-fA-F]{130}$/.test(text)
  if (chain === 'SOLANA') return fromBase58(text)?.length === 64
  return /^[A-Za-z0-9+/]{87}=$/.test(text) && Buffer.from(text, 'base64').length === 65
}

/** Whether the wallet at the address made the signature over exactly that message. */
export function isGenuine(
  wallet: { readonly chain: Chain; readonly address: string },
  message: string,
  signature: string,
  scheme: 'bip137' | 'electrum',
): boolean {
  try {
    return VERIFY[wallet.chain](wallet.address, message, signature, scheme)
  } catch {
    return false
  }
}

type Verify = (address: string, message: string, signature: string, scheme: 'bip137' | 'electrum') => boolean

const VERIFY: Readonly<Record<Chain, Verify>> = {
  EVM: (address, message, signature) =>
    verifyMessage(message, signature.startsWith('0x') ? signature : `0x${signature}`).toLowerCase() ===
    address.toLowerCase(),
  SOLANA: (address, message, signature) =>
    verify(
      null,
      Buffer.from(message, 'utf8'),
      createPublicKey({
        key: Buffer.concat([ED25519_SPKI, base58.decode(address)]),
        format: 'der',
        type: 'spki',
      }),
      base58.decode(signature),
    ),
  BITCOIN: (address, message, signature, scheme) =>
    headerFits(Buffer.from(signature, 'base64')[0] ?? 0, address, scheme) &&
    bitcoin.verify(message, address, signature, undefined, scheme === 'electrum' && !isLegacy(address)),
}

const isLegacy = (address: string) => /^[1mn]/.test(address)

/** BIP-137 encodes the address type in the first byte; Electrum always writes that of a compressed legacy key. */
function headerFits(header: number, address: string, scheme: 'bip137' | 'electrum'): boolean {
  const within = (low: number, high: number) => header >= low && header <= high
  if (isLegacy(address)) return within(27, 34)
  if (scheme === 'electrum') return within(31, 34)
  return /^(bc|tb|bcrt)1/i.test(address) ? within(39, 42) : within(35, 38)
}

function fromBase58(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text)
  } catch {
    return undefined
  }
}
