/** Credentials and sessions of embedded wallets require the platform's credentials (contract: Authentication). */
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { arrangeDeletableCredential } from './deletable-credential.ts'
import { requireSessionId } from './session-id.ts'
import { arrangeCredential, listCredentialIds, emailOtp } from './registration.ts'

const OPERATIONS: readonly GuardedOperation[] = [
  {
    operation: 'listCredentials',
    arrange: async (context) => {
      const { accountId, credentialId } = await arrangeCredential(context)
      return { send: ({ walletAuth }) => walletAuth.credentials(accountId), shows: credentialId }
    },
  },
  {
    operation: 'listAuthSessions',
    arrange: async (context) => {
      const { accountId } = await arrangeCredential(context)
      return { send: ({ walletAuth }) => walletAuth.sessions(accountId), shows: accountId }
    },
  },
  {
    operation: 'createCredential',
    needs: ['wallets.sms-otp', 'wallets.email-otp'],
    // An account has one credential of this type: had a rejected request registered it, the accepted one would be
    // rejected.
    arrange: async (context) => {
      const { accountId } = await context.arrange('wallet-credential', { type: 'SMS_OTP' })
      const body = { ...emailOtp(context.random), accountId }
      return {
        send: ({ walletAuth }) => walletAuth.register(body),
        effect: async () => (await listCredentialIds(context, accountId)).length,
      }
    },
  },
  {
    operation: 'revokeAuthSession',
    // Unless it takes a signature, a session is revoked once: had a rejected request revoked it, the accepted one would
    // find no session.
    arrange: async (context) => {
      const { accountId } = await arrangeCredential(context)
      const sessionId = requireSessionId(await context.platform.walletAuth.sessions(accountId))
      return { send: ({ walletAuth }) => walletAuth.revokeSession(sessionId) }
    },
  },
  {
    operation: 'deleteCredential',
    // The signed retry: without valid credentials it is rejected although its signature is right.
    arrange: async (context) => {
      const { accountId, credentialId, key, payloadToSign, requestId } =
        await arrangeDeletableCredential(context)
      const step = { signature: key.sign(payloadToSign), requestId }
      return {
        send: ({ walletAuth }) => walletAuth.deleteCredential(credentialId, step),
        effect: async () =>
          (await listCredentialIds(context, accountId, credentialId)).includes(credentialId),
      }
    },
  },
]

requirePlatformCredentials('EWA-32', OPERATIONS)
rejectAgentTokens('EWA-60', OPERATIONS)
