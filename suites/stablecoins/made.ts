/** Resources that a check needs to have been created. */
import {
  Blocked,
  conforming,
  valueAt,
  whenFound,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import type { StateValues } from '../../spec/index.ts'

export const isSuccess = ({ status }: CheckedResponse): boolean => status >= 200 && status < 300

/**
 * The identifier of the created resource.
 *
 * @throws Blocked when nothing was
 */
export function made(response: CheckedResponse, judgedBy: string): string {
  const id = valueAt(response.body, 'id')
  if (isSuccess(response) && typeof id === 'string') return id
  throw new Blocked(
    'implementation',
    `what this check stands on returned ${response.status} (exchange ${response.exchange})`,
    `See why; ${judgedBy} judges it.`,
  )
}

/**
 * The response to a token that is registered again: only where that is a conflict does another token that is registered
 * show something.
 *
 * @throws Blocked when it was accepted
 */
export function inConflict({ status, exchange }: CheckedResponse): void {
  if (status >= 400) return
  throw new Blocked(
    'implementation',
    `a token that is registered already was registered again with ${status} (exchange ${exchange})`,
    'See why; STB-14 judges it.',
  )
}

/** The body that registers a token of a provider account, which is a default. */
export const tokenOf = ({
  stablecoinProviderAccountId,
  providerTokenIdentifier,
  networkTokenIdentifier,
  network,
}: StateValues['stablecoin-token']) =>
  conforming({ stablecoinProviderAccountId, providerTokenIdentifier, networkTokenIdentifier, network })

/** The body that links an account at a provider, which is a default. */
export const accountOf = ({
  provider,
  apiClientId,
  apiClientSecret,
}: StateValues['stablecoin-provider-account']) => conforming({ provider, apiClientId, apiClientSecret })

/** A mint and a burn that are in order, through the first link. */
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

/** Both issuer operations, and how each is requested; the stablecoin may have been created just before. */
export const ISSUER_OPERATIONS = [
  {
    name: 'mint',
    bodyOf: mintOf,
    ask: (context: CheckContext, stablecoinId: string, body: unknown) =>
      whenFound(context, () => context.platform.stablecoins.mint(stablecoinId, body)),
  },
  {
    name: 'burn',
    bodyOf: burnOf,
    ask: (context: CheckContext, stablecoinId: string, body: unknown) =>
      whenFound(context, () => context.platform.stablecoins.burn(stablecoinId, body)),
  },
] as const

/** Status and code, which belong together where either of two rejections fits. */
export const refusal = ({ status, body }: CheckedResponse): string =>
  `${status} ${String(valueAt(body, 'code'))}`

/** An identifier of the same type that names nothing. */
export const otherThan = (id: string, uuid: string): string => id.replace(/:.*$/s, `:${uuid}`)
