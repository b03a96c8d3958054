/** Values of the signature header that nothing can be read from, whatever its form is. */
export const UNPARSABLE: readonly { readonly title: string; readonly signature: string }[] = [
  { title: 'text that is no base64url', signature: '%%% no signature %%%' },
  {
    title: 'text in base64url that is no JSON',
    signature: Buffer.from('no signature at all', 'utf8').toString('base64url'),
  },
]
