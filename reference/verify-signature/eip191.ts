/** Whether the signature in hex was made over the message with the key of the EVM address (EIP-191). */
export async function isEip191Signature(
  message: string,
  address: string,
  signature: string,
): Promise<boolean> {
  if (!/^0x[0-9a-f]{130}$/i.test(signature)) return false
  // A large library: loaded when first needed, so that the server listens at once.
  const { verifyMessage } = await import('ethers/hash')
  try {
    return verifyMessage(message, signature).toLowerCase() === address.toLowerCase()
  } catch {
    return false
  }
}
