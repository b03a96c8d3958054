/** Stored resources of embedded wallet auth. */
export type CredentialType = 'EMAIL_OTP' | 'SMS_OTP' | 'PASSKEY' | 'OAUTH'

export interface Credential {
  readonly id: string
  readonly accountId: string
  readonly type: CredentialType
  /** The e-mail address, phone number or WebAuthn credential identifier that it is tied to. */
  readonly tiedTo: string
  /** Compressed P-256 public key in hex, which verifies signed actions of the wallet. */
  readonly publicKey: string | undefined
}

/** An internal account of type EMBEDDED_WALLET. */
export interface EmbeddedWallet {
  readonly accountId: string
  /** false: the wallet is not provisioned yet. */
  readonly provisioned: boolean
}

/** A signed action that awaits its signature. */
export interface SignatureRequest {
  readonly id: string
  /** Operation and resource that the signature is for. */
  readonly subject: string
  readonly payloadToSign: string
  readonly expiresAt: number
  /** The values that the action depends on, at the time of the signature request. */
  readonly basis: string
}

export interface WalletSession {
  readonly id: string
  readonly accountId: string
}

export interface EmbeddedWalletAuthStore {
  readonly credentials: Map<string, Credential>
  /** By the id of the account. */
  readonly embeddedWallets: Map<string, EmbeddedWallet>
  readonly signatureRequests: Map<string, SignatureRequest>
  readonly walletSessions: Map<string, WalletSession>
}

export const emptyEmbeddedWalletAuth = (): EmbeddedWalletAuthStore => ({
  credentials: new Map(),
  embeddedWallets: new Map(),
  signatureRequests: new Map(),
  walletSessions: new Map(),
})
