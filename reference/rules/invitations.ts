import { randomBytes } from 'node:crypto'
import type { Refusal } from '../errors.ts'
import type { Invitation } from '../resources/invitations.ts'

/** The domain that invitations are set up for. */
export const INVITING_DOMAIN = 'reference.example'

/** Contract: What the service does, row Invitations; Errors. */
export const invitationsRules = {
  newInvitationCode: (): string => `INV-${randomBytes(9).toString('base64url')}`,

  /** Invitations are set up by the domain of the UMA address that invites. */
  invitationsAreConfigured: (inviterUma: string): boolean => inviterUma.endsWith(`@${INVITING_DOMAIN}`),

  /** 400 INVITATIONS_NOT_CONFIGURED. */
  invitationsNotConfigured: (): Refusal => ({
    status: 400,
    code: 'INVITATIONS_NOT_CONFIGURED',
    reason: 'Invitations are not set up for this domain.',
  }),

  invitationNamed: (invitations: ReadonlyMap<string, Invitation>, code: string): Invitation | undefined =>
    invitations.get(code),

  invitationNotFound: (): Refusal => ({
    status: 404,
    code: 'INVITATION_NOT_FOUND',
    reason: 'There is no such invitation.',
  }),

  invitationWasClaimed: ({ status }: Invitation, _by: 'CLAIM' | 'CANCELLATION'): boolean =>
    status === 'CLAIMED',

  /** 400 INVITATION_ALREADY_CLAIMED. */
  invitationAlreadyClaimed: (): Refusal => ({
    status: 400,
    code: 'INVITATION_ALREADY_CLAIMED',
    reason: 'The invitation was claimed before.',
  }),

  invitationWasCancelled: ({ status }: Invitation, by: 'CLAIM' | 'CANCELLATION'): boolean =>
    by === 'CLAIM' && status === 'CANCELLED',

  /** 400 INVITATION_CANCELLED. */
  invitationCancelled: (): Refusal => ({
    status: 400,
    code: 'INVITATION_CANCELLED',
    reason: 'The invitation was cancelled.',
  }),

  /** The invitations that are claimed or cancelled when one is. */
  invitationsDecided: (
    invitation: Invitation,
    _invitations: readonly Invitation[],
  ): readonly Invitation[] => [invitation],

  /** How long a claim takes to be stored, after it was seen that there is no other. */
  claimStoredAfterMs: (): number => 0,
}
