import type { Rules } from '../../reference/rules/index.ts'

/** An operation accepts the signature of a key that is registered on any wallet. */
export const signedByAnyWallet =
  (operation: string) =>
  ({ credentialsThatSign }: Rules): Partial<Rules> => ({
    credentialsThatSign: (credentials, accountId, subject) =>
      subject.startsWith(`${operation} `)
        ? [...credentials]
        : credentialsThatSign(credentials, accountId, subject),
  })
