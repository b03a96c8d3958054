/** Credentials and sessions of embedded wallets require the platform's credentials (contract: Authentication). */
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { arrangeDeletableCredential } from './deletable-credential.ts'
import { requireSessionId } from './session-id.ts'
import { listCredentialIds, emailOtp } from './registration.ts'

const OPERATIONS: readonly GuardedOperation[] = [
  {
    operation: 'listCredentials',
    arrange: async ({ arrange }) => {
      const { accountId, credentialId } = await arrange('wallet-credential', { type: 'EMAIL_OTP' })
      return { send: ({ walletAuth }) => walletAuth.credentials(accountId), shows: credentialId }
    },
  },
  {
    operation: 'listAuthSessions',
    arrange: async ({ arrange }) => {
      const { accountId } = await arrange('wallet-credential', { type: 'EMAIL_OTP' })
      return { send: ({ walletAuth }) => walletAuth.sessions(accountId), shows: accountId }
    },
  },
  {
    operation: 'createCredential',
    needs: 'wallets.sms-otp',
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
    arrange: async ({ arrange, platform }) => {
      const { accountId } = await arrange('wallet-credential', { type: 'EMAIL_OTP' })
      const sessionId = requireSessionId(await platform.walletAuth.sessions(accountId))
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
