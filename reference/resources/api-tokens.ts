/** What the deployment holds for api tokens. */
export interface ApiTokensStore {}

export const emptyApiTokens = (): ApiTokensStore => ({})
