import { successesChanged } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Contract: What the service does, row Platform Configuration; it shows neither settings nor operations. */
export const platformConfigurationVariations: readonly Variant[] = [
  {
    id: 'configuration-changed-without-body',
    title: 'returns 204 for a change of the configuration',
    point: 'response to a change of the configuration',
    interpretation: 'The contract does not specify it.',
    replace: (rules) =>
      successesChanged(rules, () => ({ status: 204, body: undefined }), ['updateConfiguration']),
  },
]
