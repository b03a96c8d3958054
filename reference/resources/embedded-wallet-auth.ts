/** What the deployment holds for embedded wallet auth. */
export interface EmbeddedWalletAuthStore {}

export const emptyEmbeddedWalletAuth = (): EmbeddedWalletAuthStore => ({})
