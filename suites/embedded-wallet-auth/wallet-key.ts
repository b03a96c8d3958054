import { Blocked, p256KeyFrom, type P256Key } from '../../fixtures/index.ts'

/**
 * The key of a provider state.
 *
 * @throws Blocked when the state has no valid key
 */
export function walletKey(privateKey: string): P256Key {
  const key = p256KeyFrom(privateKey)
  if (key) return key
  throw new Blocked(
    'deployment-file',
    'the privateKey of the provider state is not a P-256 private key in hex',
    'Return the 32 bytes of the key in hex.',
  )
}
