/** Stored resources of payments: instants are milliseconds, amounts are bigint. */
import type { ClosedValues, StatesOf } from '../../spec/index.ts'

export type Chain = 'EVM' | 'BITCOIN' | 'SOLANA'
export type SignatureScheme = ClosedValues['verifyPlatformExternalAccountOwnership.signatureScheme']
export type ActionStatus = StatesOf['Agent action']
export type ResourceType =
  | 'ExternalAccount'
  | 'InternalAccount'
  | 'Customer'
  | 'Agent'
  | 'AgentAction'
  | 'Quote'
  | 'Transaction'
  | 'Lookup'
  | 'ScaChallenge'
  | 'Card'
  | 'Cardholder'
  | 'Stablecoin'
  | 'StablecoinProviderAccount'
  | 'StablecoinOperation'
  | 'Invitation'
  | 'Document'
  | 'BeneficialOwner'
  | 'Verification'
  | 'Token'
  | 'Webhook'
  | 'Credential'
  | 'Session'
  | 'ScaFactor'
  | 'TrustChallenge'
  | 'BulkUploadJob'
  | 'Request'

export interface Currency {
  readonly code: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

export interface WalletChallenge {
  readonly method: 'WALLET_SIGNATURE'
  readonly chain: Chain
  readonly address: string
  readonly messageToSign: string
  readonly expiresAt: number
  outstanding: boolean
}

export interface LivenessChallenge {
  readonly method: 'LIVENESS'
  outstanding: boolean
}

export interface ExternalAccount {
  readonly id: string
  /** null: held on behalf of the platform. */
  readonly customerId: string | null
  readonly platformAccountId: string
  readonly currency: string
  readonly accountInfo: Readonly<Record<string, unknown>> & { readonly accountType: string }
  status: StatesOf['External account']
  challenge: WalletChallenge | LivenessChallenge | undefined
  /** Default: not given by the platform. */
  readonly ownershipType?: OwnershipType | undefined
  readonly beneficiaryVerificationStatus?: BeneficiaryVerificationStatus
  readonly beneficiaryVerifiedData?: { readonly fullName: string }
  /** true for at most one account of a customer. */
  defaultUmaDepositAccount?: boolean
  /** A trusted beneficiary cannot be deleted. */
  trusted?: boolean
}

export type OwnershipType = ClosedValues['OwnershipType']

export type BeneficiaryVerificationStatus = ClosedValues['BeneficiaryVerificationStatus']

export interface InternalAccount {
  readonly id: string
  readonly customerId: string
  readonly currency: string
  balance: bigint
}

export interface Customer {
  readonly id: string
  /** The platform's own identifier, unique among active customers. */
  readonly platformCustomerId: string
  /** The customer is in a region that requires Strong Customer Authentication. */
  readonly scaRegion?: boolean
  /** The code that authorizes the customer's actions in such a region. */
  readonly scaCode?: string
  /** The codes that the customer's payment provider sends, if it requires verified contacts. */
  readonly contactCodes?: ContactCodes
  /** Default: not verified. */
  readonly kycStatus?: string
  readonly isActive: boolean
  /** Other values that the platform gave, by field name. */
  readonly information: Readonly<Record<string, unknown>>
}

export interface ContactCodes {
  readonly email: string
  readonly phone: string
}

export interface Policy {
  readonly permissions: readonly string[]
  readonly defaultExecutionMode: 'AUTO' | 'APPROVAL_REQUIRED'
  /** Smallest unit of the sending currency. */
  readonly approvalThreshold: bigint | undefined
  /** Stored and returned as given: the contract does not show what they limit. */
  readonly spendingLimits?: Readonly<Record<string, unknown>> | undefined
}

export interface Agent {
  readonly id: string
  readonly name: string
  state: 'ACTIVE' | 'PAUSED' | 'DELETED'
  readonly customerId: string
  readonly platformCustomerId: string
  readonly accessToken: string
  /** SHA-256 of the token, so that a comparison takes the same time for every input. */
  readonly accessTokenDigest: Buffer
  policy: Policy
  readonly quoteExpiresInSeconds: number | undefined
  readonly sourceAccountId: string
  readonly destinationAccountId: string
  readonly foreignAccountId: string
}

/** The owner of a quote: an agent for its customer, or the platform for the paying customer. */
export type QuoteOwner = Pick<Agent, 'id' | 'customerId' | 'quoteExpiresInSeconds'>

/** The challenge that must be completed before a quote is executed (contract: ScaChallenge). */
export interface ScaChallenge {
  readonly id: string
  readonly expiresAt: number
  readonly factor: string
  readonly availableFactors: readonly string[]
  readonly purpose: string
  readonly passkeyAssertionOptions?: Readonly<Record<string, unknown>>
  readonly passkeyAllowedOrigins?: readonly string[]
}

/** The amounts of a quote, fees deducted from `sending` before conversion at `rate`. */
export interface Price {
  readonly sending: bigint
  readonly receiving: bigint
  readonly fees: bigint
  readonly platformFees: bigint
}

export type QuoteSource =
  | { readonly sourceType: 'ACCOUNT'; readonly accountId: string; readonly customerId: string }
  | { readonly sourceType: 'REALTIME_FUNDING'; readonly currency: string; readonly customerId: string }

export type QuoteDestination =
  | { readonly destinationType: 'ACCOUNT'; readonly accountId: string; readonly paymentRail: string }
  | { readonly destinationType: 'UMA_ADDRESS'; readonly umaAddress: string; readonly currency: string }

export interface Quote {
  readonly id: string
  /** undefined: the platform created it. */
  readonly agentId: string | undefined
  readonly customerId: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly source: QuoteSource
  readonly destination: QuoteDestination
  readonly sendingCurrency: Currency
  readonly receivingCurrency: Currency
  readonly price: Price
  /** Sending-currency units per receiving-currency unit, in whole units. */
  readonly exchangeRate: number
  readonly rateDetails: Readonly<Record<string, number>>
  readonly description: string | undefined
  /** Known values of the payee, by key. */
  readonly counterpartyInformation: Readonly<Record<string, string>> | undefined
  status: 'PENDING' | 'PENDING_AUTHORIZATION' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED'
  /** Only while the status is PENDING_AUTHORIZATION. */
  scaChallenge: ScaChallenge | undefined
  /**
   * The payload that a credential of the embedded wallet signs to execute the quote; undefined: the source is not an
   * embedded wallet.
   */
  readonly payloadToSign?: string | undefined
  /** Set once the quote has been submitted for execution; it is never submitted again. */
  transactionId: string | undefined
}

export interface Transaction {
  readonly id: string
  readonly quoteId: string
  /** undefined: no agent submitted the quote. */
  readonly actionId: string | undefined
  readonly createdAt: number
  status: 'CREATED' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'REJECTED' | 'CANCELLED'
  updatedAt: number
  settledAt: number | undefined
  failureReason: string | undefined
  refund: Refund | undefined
}

/** Money that was returned when a transaction failed. */
export interface Refund {
  readonly reference: string
  readonly initiatedAt: number
  readonly settledAt: number
}

export interface AgentAction {
  readonly id: string
  /** Increases with every action; orders actions of the same instant. */
  readonly sequence: number
  readonly agentId: string
  readonly quoteId: string
  readonly transactionId: string
  readonly createdAt: number
  updatedAt: number
  status: ActionStatus
  /** false: executed without an approval. */
  neededApproval: boolean
  rejectionReason: string | undefined
}
