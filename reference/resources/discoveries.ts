/** What the deployment holds for discoveries. */
export interface DiscoveriesStore {}

export const emptyDiscoveries = (): DiscoveriesStore => ({})
