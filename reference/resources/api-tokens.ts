export interface ApiToken {
  readonly id: string
  readonly name: string
  readonly permissions: readonly string[]
  readonly clientId: string
  /** SHA-256 of its secret, which is returned once. */
  readonly secretDigest: Buffer
  readonly createdAt: number
}

/** Stored resources of API tokens. */
export interface ApiTokensStore {
  readonly tokens: Map<string, ApiToken>
}

export const emptyApiTokens = (): ApiTokensStore => ({ tokens: new Map() })
