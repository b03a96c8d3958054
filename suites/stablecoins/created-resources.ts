/** Resources that a check needs to create. */
import {
  Blocked,
  conforming,
  valueAt,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import type { StateValues } from '../../spec/index.ts'
import { isAccepted } from '../expectations.ts'

/**
 * The identifier of the created resource.
 *
 * @throws Blocked when it was not created
 */
export function requireCreated(response: CheckedResponse, judgedBy: string): string {
  const id = valueAt(response.body, 'id')
  if (isAccepted(response) && typeof id === 'string') return id
  throw new Blocked(
    'implementation',
    `a step that this check needs returned ${response.status} (exchange ${response.exchange})`,
    `See the reason in the requests of this check. ${judgedBy} judges this step.`,
  )
}

/**
 * Requires that the second registration of a token is a conflict. Otherwise, an accepted registration of another token
 * proves nothing.
 *
 * @throws Blocked when it was accepted
 */
export function requireConflict({ status, exchange }: CheckedResponse): void {
  if (status >= 400) return
  throw new Blocked(
    'implementation',
    `a token that is registered already was registered again with ${status} (exchange ${exchange})`,
    'See the reason in the requests of this check. STB-14 judges this step.',
  )
}

/** The default body that registers a token of a provider account. */
export const tokenOf = ({
  stablecoinProviderAccountId,
  providerTokenIdentifier,
  networkTokenIdentifier,
  network,
}: StateValues['stablecoin-token']) =>
  conforming({ stablecoinProviderAccountId, providerTokenIdentifier, networkTokenIdentifier, network })

/** The default body that links an account at a provider. */
export const accountOf = ({
  provider,
  apiClientId,
  apiClientSecret,
}: StateValues['stablecoin-provider-account']) => conforming({ provider, apiClientId, apiClientSecret })

/** A conforming mint and a conforming burn through the first link. */
export const mintOf = ({
  amount,
  mint,
  stablecoinProviderAccountIds: [first],
}: StateValues['stablecoin-issuer']) => conforming({ amount, ...mint, stablecoinProviderAccountId: first })

export const burnOf = ({
  amount,
  burn,
  stablecoinProviderAccountIds: [first],
}: StateValues['stablecoin-issuer']) => conforming({ amount, ...burn, stablecoinProviderAccountId: first })

/** Both issuer operations and their requests; the stablecoin may be new. */
export const ISSUER_OPERATIONS = [
  {
    name: 'mint',
    operation: 'createStablecoinMint',
    bodyOf: mintOf,
    ask: (context: CheckContext, stablecoinId: string, body: unknown) =>
      context.platform.stablecoins.mint(stablecoinId, body),
  },
  {
    name: 'burn',
    operation: 'createStablecoinBurn',
    bodyOf: burnOf,
    ask: (context: CheckContext, stablecoinId: string, body: unknown) =>
      context.platform.stablecoins.burn(stablecoinId, body),
  },
] as const
