import { successesChanged } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Contract: What the service does, row Platform Configuration; neither settings nor operations are shown. */
export const platformConfigurationVariations: readonly Variant[] = [
  {
    id: 'configuration-changed-without-body',
    title: 'answers a change of the configuration with 204',
    point: 'answer to a change of the configuration',
    reading: 'It is not shown.',
    replace: (rules) =>
      successesChanged(rules, () => ({ status: 204, body: undefined }), ['updateConfiguration']),
  },
]
