import { base64 } from '@scure/base'

type AddressType = 'P2PKH' | 'P2SH-P2WPKH' | 'P2WPKH'

/** Header bytes that a signature may begin with, first to last. */
type HeaderRange = readonly [number, number]

/** BIP-137: the header byte names the address type, uncompressed and compressed keys apart for P2PKH. */
const BIP137_HEADERS: Readonly<Record<AddressType, HeaderRange>> = {
  P2PKH: [27, 34],
  'P2SH-P2WPKH': [35, 38],
  P2WPKH: [39, 42],
}

/** Electrum and Sparrow write the header of a compressed P2PKH key whatever the address type. */
const ELECTRUM_HEADERS: Readonly<Record<AddressType, HeaderRange>> = {
  P2PKH: [27, 34],
  'P2SH-P2WPKH': [31, 34],
  P2WPKH: [31, 34],
}

export const isBip137Signature = (message: string, address: string, signature: string): Promise<boolean> =>
  isSignature(message, address, signature, BIP137_HEADERS, false)

export const isElectrumSignature = (message: string, address: string, signature: string): Promise<boolean> =>
  isSignature(message, address, signature, ELECTRUM_HEADERS, addressType(address) !== 'P2PKH')

async function isSignature(
  message: string,
  address: string,
  signature: string,
  headers: Readonly<Record<AddressType, HeaderRange>>,
  segwitUnderLegacyHeader: boolean,
): Promise<boolean> {
  const bytes = decoded(signature)
  const [first, last] = headers[addressType(address)]
  const header = bytes?.[0]
  if (bytes?.length !== 65 || header === undefined || header < first || header > last) return false
  const { default: bitcoin } = await import('bitcoinjs-message')
  try {
    return bitcoin.verify(message, address, bytes, undefined, segwitUnderLegacyHeader)
  } catch {
    // The library throws where an address does not decode or no key can be recovered.
    return false
  }
}

function decoded(signature: string): Buffer | undefined {
  try {
    return Buffer.from(base64.decode(signature))
  } catch {
    return undefined
  }
}

function addressType(address: string): AddressType {
  if (/^(bc|tb|bcrt)1/i.test(address)) return 'P2WPKH'
  return /^[32]/.test(address) ? 'P2SH-P2WPKH' : 'P2PKH'
}
