/** Invitations require the platform's credentials (contract: Authentication). */
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { createInvitation } from './invited.ts'

const OPERATIONS: readonly GuardedOperation[] = [
  {
    operation: 'createInvitation',
    arrange: async ({ arrange }) => {
      const { invitation } = await arrange('inviter', {})
      return { send: ({ invitations }) => invitations.create(invitation) }
    },
  },
  {
    operation: 'getInvitation',
    arrange: async (context) => {
      const { code } = await createInvitation(context)
      await context.poll(
        () => context.platform.invitations.get(code),
        ({ status }) => status === 200,
      )
      return { send: ({ invitations }) => invitations.get(code) }
    },
  },
  {
    operation: 'claimInvitation',
    arrange: async (context) => {
      const { code, claim } = await createInvitation(context)
      return { send: ({ invitations }) => invitations.claim(code, claim) }
    },
  },
  {
    operation: 'cancelInvitation',
    arrange: async (context) => {
      const { code } = await createInvitation(context)
      return { send: ({ invitations }) => invitations.cancel(code) }
    },
  },
]

/** The person who received the code may be allowed to read and claim the invitation. */
const BY_THE_PLATFORM = OPERATIONS.filter(
  ({ operation }) => operation === 'createInvitation' || operation === 'cancelInvitation',
)

requirePlatformCredentials('INV-11', BY_THE_PLATFORM)
rejectAgentTokens('INV-20', BY_THE_PLATFORM)
