import type { Variant } from './variant.ts'

/** What a deployment need not offer: its file binds these operations to null. */
export const offerVariations: readonly Variant[] = [
  {
    id: 'nothing-is-read-back',
    title: 'offers none of the operations by which single resources would be read',
    point: 'operations that the contract does not show',
    reading: 'Those that no flow needs may be missing.',
    notOffered: [
      'getPlatformExternalAccount',
      'getCustomerExternalAccount',
      'getAgentAction',
      'getAgentQuote',
      'getTransaction',
    ],
    blocks: ['EXT-33', 'EXT-70', 'SCA-46', 'TRX-24', 'TRX-30'],
    replace: () => ({}),
  },
  {
    id: 'no-rejection',
    title: 'offers no operation that rejects a transaction',
    point: 'operations that the contract does not show',
    reading: 'Those that no flow needs may be missing.',
    notOffered: ['rejectTransaction'],
    replace: () => ({}),
  },
]
