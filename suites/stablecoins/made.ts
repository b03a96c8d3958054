/** What a check stands on: that something was made, and what it was made of. */
import { Blocked, valueAt, type Answer, type Stage } from '../../fixtures/index.ts'
import type { StateValues } from '../../spec/index.ts'

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300

/**
 * The identifier of what was made.
 *
 * @throws Blocked when nothing was
 */
export function made(answer: Answer, judgedBy: string): string {
  const id = valueAt(answer.body, 'id')
  if (isSuccess(answer) && typeof id === 'string') return id
  throw new Blocked(
    'implementation',
    `what this check stands on was answered with ${answer.status} (exchange ${answer.exchange})`,
    `See why; ${judgedBy} judges it.`,
  )
}

/** What a token at a provider account is registered by. */
export const tokenOf = ({
  stablecoinProviderAccountId,
  symbol,
  tokenIdentifier,
}: StateValues['stablecoin-token']) => ({ stablecoinProviderAccountId, symbol, tokenIdentifier })

/** A mint and a burn that are in order, through the first link. */
export const mintOf = ({
  amount,
  destinationAccountId,
  stablecoinProviderAccountIds: [first],
}: StateValues['stablecoin-issuer']) => ({
  amount,
  destinationAccountId,
  stablecoinProviderAccountId: first,
})

export const burnOf = ({
  amount,
  sourceAccountId,
  stablecoinProviderAccountIds: [first],
}: StateValues['stablecoin-issuer']) => ({ amount, sourceAccountId, stablecoinProviderAccountId: first })

/** Both issuer operations, and how each is asked for. */
export const ISSUER_OPERATIONS = [
  {
    name: 'mint',
    bodyOf: mintOf,
    ask: ({ platform }: Pick<Stage, 'platform'>, stablecoinId: string, body: unknown) =>
      platform.stablecoins.mint(stablecoinId, body),
  },
  {
    name: 'burn',
    bodyOf: burnOf,
    ask: ({ platform }: Pick<Stage, 'platform'>, stablecoinId: string, body: unknown) =>
      platform.stablecoins.burn(stablecoinId, body),
  },
] as const

/** An identifier of the same type that names nothing. */
export const otherThan = (id: string, uuid: string): string => id.replace(/:.*$/s, `:${uuid}`)
