import { randomBytes } from 'node:crypto'
import { refusal } from '../errors.ts'
import type { Invitation } from '../resources/invitations.ts'

/** The domain for which invitations are enabled. */
export const INVITING_DOMAIN = 'reference.example'

/** Why requests are rejected. */
const refusals = {
  /** 400 INVITATIONS_NOT_CONFIGURED. */
  invitationsNotConfigured: refusal(
    400,
    'INVITATIONS_NOT_CONFIGURED',
    'Invitations are not set up for this domain.',
  ),
  invitationNotFound: refusal(404, 'INVITATION_NOT_FOUND', 'There is no such invitation.'),
  /** 400 INVITATION_ALREADY_CLAIMED. */
  invitationAlreadyClaimed: refusal(400, 'INVITATION_ALREADY_CLAIMED', 'The invitation was claimed before.'),
  /** 400 INVITATION_CANCELLED. */
  invitationCancelled: refusal(400, 'INVITATION_CANCELLED', 'The invitation was cancelled.'),
}

/** Contract: What the service does, row Invitations; Errors. */
export const invitationsRules = {
  ...refusals,

  newInvitationCode: (): string => `INV-${randomBytes(9).toString('base64url')}`,

  /** Invitations are enabled by the domain of the inviting UMA address. */
  invitationsAreConfigured: (inviterUma: string): boolean => inviterUma.endsWith(`@${INVITING_DOMAIN}`),

  invitationNamed: (invitations: ReadonlyMap<string, Invitation>, code: string): Invitation | undefined =>
    invitations.get(code),

  invitationWasClaimed: ({ status }: Invitation, _by: 'CLAIM' | 'CANCELLATION'): boolean =>
    status === 'CLAIMED',

  invitationWasCancelled: ({ status }: Invitation, by: 'CLAIM' | 'CANCELLATION'): boolean =>
    by === 'CLAIM' && status === 'CANCELLED',
}
