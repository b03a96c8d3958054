/**
 * Values of the signature header that nothing can be read from. What is base64url could be a signature in another form
 * of the header than our default, and is then one that does not verify (contract: Authentication, gaps).
 */
export const UNPARSABLE: readonly {
  readonly title: string
  readonly signature: string
  readonly codes: readonly string[]
}[] = [
  {
    title: 'text that is no base64url',
    signature: '%%% no signature %%%',
    codes: ['WALLET_SIGNATURE_MALFORMED'],
  },
  {
    title: 'text in base64url that is no JSON',
    signature: Buffer.from('no signature at all', 'utf8').toString('base64url'),
    codes: ['WALLET_SIGNATURE_MALFORMED', 'WALLET_SIGNATURE_INVALID'],
  },
]
