/** What the deployment holds for cross currency transfers. */
export interface CrossCurrencyTransfersStore {}

export const emptyCrossCurrencyTransfers = (): CrossCurrencyTransfersStore => ({})
