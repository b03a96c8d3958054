import type { CheckContext } from '../../fixtures/index.ts'
import type { CapabilityId } from '../../spec/index.ts'

type Wallets = CheckContext['wallets']

/**
 * A wallet for each kind of signature that the contract names (Endpoints 1, `signature`). Bitcoin has a P2PKH address,
 * for which both signature schemes are the same.
 */
export const WALLET_KINDS = [
  { chain: 'EVM', open: (wallets: Wallets) => wallets.evm() },
  { chain: 'BITCOIN', open: (wallets: Wallets) => wallets.bitcoin('P2PKH') },
  { chain: 'SOLANA', open: (wallets: Wallets) => wallets.solana() },
] as const

/** The capability that a check on this chain needs. Every deployment with wallets supports EVM. */
export const needOf = (chain: (typeof WALLET_KINDS)[number]['chain']): CapabilityId | undefined =>
  ({ EVM: undefined, BITCOIN: 'wallets.bitcoin', SOLANA: 'wallets.solana' } as const)[chain]

/** Address types on which the two Bitcoin signature schemes differ. */
export const SEGWIT_TYPES = ['P2SH-P2WPKH', 'P2WPKH'] as const
