import { quoteFieldRules } from './quote-fields.ts'
import { quoteLifetimeRules } from './quote-lifetime.ts'
import { quotePermissionRules } from './quote-permissions.ts'
import { quotePricingRules } from './quote-pricing.ts'
import { quoteReplayRules } from './quote-replay.ts'

/** Contract: Endpoints 3; Quote. */
export const quoteRules = {
  ...quoteReplayRules,
  ...quoteFieldRules,
  ...quotePermissionRules,
  ...quotePricingRules,
  ...quoteLifetimeRules,
}
