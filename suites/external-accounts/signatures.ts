/** Invalid signatures, derived from valid ones. */

/** Too short by more than a byte in hex, base64 and base58; each still decodes. */
export const cutShort = (signature: string): string => signature.slice(0, -4)

/** With a character in the middle that is invalid in hex, base64 and base58. */
export const undecodable = (signature: string): string => `${signature.slice(0, 40)}!${signature.slice(41)}`
