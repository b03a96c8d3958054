import { Blocked, type CheckContext } from '../../fixtures/index.ts'

/** A quote that soon cannot be executed any more. */
export interface ExpiringQuote {
  readonly quoteId: string
  readonly sourceAccountId: string
  readonly expiresAt: string
}

/**
 * A quote that expires soon.
 *
 * @throws Blocked when the account that would pay is not told
 */
export async function arrangeExpiringQuote({
  arrange,
  lifetime,
}: Pick<CheckContext, 'arrange' | 'lifetime'>): Promise<ExpiringQuote> {
  const expiresInSeconds = lifetime.seconds()
  const { sourceAccountId, ...quote } = await arrange('quote', { status: 'PENDING', expiresInSeconds })
  if (sourceAccountId !== undefined) return { ...quote, sourceAccountId }
  throw new Blocked(
    'deployment-file',
    'the state quote does not tell its sourceAccountId, so that money that moves would not be seen',
    'Answer with sourceAccountId, as the description of quote says.',
  )
}
