/** What the deployment holds for stablecoins. */
export interface StablecoinsStore {}

export const emptyStablecoins = (): StablecoinsStore => ({})
