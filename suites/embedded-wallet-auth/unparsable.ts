/**
 * Values of the signature header that cannot be parsed in any form. A base64url text could be a signature in a form
 * other than our default, and would then be a signature that fails verification (contract: Authentication, gaps).
 */
export const UNPARSABLE: readonly {
  readonly title: string
  readonly signature: string
  readonly codes: readonly string[]
}[] = [
  {
    title: 'text that is not base64url',
    signature: '%%% no signature %%%',
    codes: ['WALLET_SIGNATURE_MALFORMED'],
  },
  {
    title: 'text in base64url that is not JSON',
    signature: Buffer.from('no signature at all', 'utf8').toString('base64url'),
    codes: ['WALLET_SIGNATURE_MALFORMED', 'WALLET_SIGNATURE_INVALID'],
  },
]
