/** Verifications and beneficial owners require the platform's credentials (contract: Authentication). */
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { createOwner, triggerVerification } from './triggered-verification.ts'

const OPERATIONS: readonly GuardedOperation[] = [
  {
    operation: 'createVerification',
    arrange: async ({ arrange }) => {
      const { verification, customerId } = await arrange('verifiable-customer', {})
      return { send: ({ verifications }) => verifications.create(verification), shows: customerId }
    },
  },
  {
    operation: 'getVerification',
    arrange: async (context) => {
      const { verificationId } = await triggerVerification(context)
      await context.poll(
        () => context.platform.verifications.get(verificationId),
        ({ status }) => status === 200,
      )
      return { send: ({ verifications }) => verifications.get(verificationId) }
    },
  },
  {
    operation: 'createBeneficialOwner',
    arrange: async ({ arrange }) => {
      const { beneficialOwner, customerId } = await arrange('business-customer', {})
      return {
        send: ({ verifications }) => verifications.createBeneficialOwner(beneficialOwner),
        shows: customerId,
      }
    },
  },
  {
    operation: 'getBeneficialOwner',
    arrange: async (context) => {
      const { beneficialOwnerId } = await createOwner(context)
      await context.poll(
        () => context.platform.verifications.beneficialOwner(beneficialOwnerId),
        ({ status }) => status === 200,
      )
      return { send: ({ verifications }) => verifications.beneficialOwner(beneficialOwnerId) }
    },
  },
]

requirePlatformCredentials('KYC-08', OPERATIONS)
rejectAgentTokens('KYC-13', OPERATIONS)
