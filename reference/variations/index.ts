import { actionVariations } from './actions.ts'
import { approvalVariations } from './approvals.ts'
import { errorVariations } from './errors.ts'
import { fieldVariations } from './fields.ts'
import { offerVariations } from './offers.ts'
import { ownershipVariations } from './ownership.ts'
import { quoteVariations } from './quotes.ts'
import { timingVariations } from './timing.ts'
import type { Variation } from './variation.ts'
import { writingVariations } from './writing.ts'

export type { Variation } from './variation.ts'

/** Every variation. Where several hold at once, the later ones change what the earlier ones made. */
export const variations: readonly Variation[] = [
  ...timingVariations,
  ...ownershipVariations,
  ...actionVariations,
  ...quoteVariations,
  ...approvalVariations,
  ...offerVariations,
  ...errorVariations,
  ...fieldVariations,
  ...writingVariations,
]
