export interface Verification {
  readonly id: string
  readonly customerId: string
  readonly status: 'IN_PROGRESS'
}

export interface BeneficialOwner {
  readonly id: string
  readonly customerId: string
  readonly fullName: string
}

/** Stored resources of KYC/KYB verifications. */
export interface VerificationsStore {
  readonly verifications: Map<string, Verification>
  readonly beneficialOwners: Map<string, BeneficialOwner>
}

export const emptyVerifications = (): VerificationsStore => ({
  verifications: new Map(),
  beneficialOwners: new Map(),
})
