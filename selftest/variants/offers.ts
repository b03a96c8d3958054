import type { Variant } from './variant.ts'

/** Operations that a deployment need not offer: its file binds them to null. */
export const offerVariations: readonly Variant[] = [
  {
    id: 'nothing-is-read-back',
    title: 'omits the operations that read single resources',
    point: 'operations that the contract does not show',
    interpretation: 'Operations that no flow needs may be missing.',
    notOffered: [
      'getPlatformExternalAccount',
      'getCustomerExternalAccount',
      'getAgentAction',
      'getAgentQuote',
      'getTransaction',
    ],
    blocks: ['EXT-33', 'EXT-70', 'SCA-46', 'TRX-24', 'TRX-30'],
    replace: {},
  },
  {
    id: 'no-rejection',
    title: 'omits the operation that rejects a transaction',
    point: 'operations that the contract does not show',
    interpretation: 'Operations that no flow needs may be missing.',
    notOffered: ['rejectTransaction'],
    replace: {},
  },
]
