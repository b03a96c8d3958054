import { brokenIn, refusedAs } from './deviations.ts'
import { openToStrangers } from './outsiders.ts'
import type { Fault } from './fault.ts'
import { flow, neighbourhood } from './neighbourhood.ts'
import { rewriting } from './rewriting.ts'

/** How deployments err in invitations (contract: What the service does, row Invitations; Errors). */
export const invitationsFaults: readonly Fault[] = [
  {
    id: 'invitation-not-created',
    title: 'creates an invitation and then fails',
    breaks: ['INV-01'],
    mayAlsoBreak: ['INV-20', 'INV-11'],
    replace: brokenIn('createInvitation'),
  },
  {
    id: 'invitation-read-without-code',
    title: 'fails when an invitation is read',
    breaks: ['INV-02', 'INV-10'],
    replace: brokenIn('getInvitation'),
  },
  {
    id: 'invitation-one-code-for-all',
    title: 'answers with the code of the first invitation that it made',
    breaks: ['INV-03'],
    // Anyone who comes second finds it claimed or cancelled.
    mayAlsoBreak: ['INV-21', 'INV-04', 'INV-05', 'INV-06', 'INV-07', 'INV-08', 'INV-09', 'INV-10'],
    replace: () => {
      let first: unknown
      return rewriting('createInvitation', (invitation) => {
        first ??= invitation.code
        return { ...invitation, code: first }
      })
    },
  },
  {
    id: 'invitation-not-claimed',
    title: 'fails when an invitation is claimed',
    breaks: ['INV-04', 'INV-10'],
    mayAlsoBreak: ['INV-21'],
    replace: brokenIn('claimInvitation'),
  },
  {
    id: 'invitation-claimed-again',
    title: 'lets anyone who comes last claim an invitation',
    breaks: ['INV-05', 'INV-06', 'INV-09'],
    replace: () => ({ invitationWasClaimed: () => false }),
  },
  {
    id: 'invitation-claimed-is-409',
    title: 'refuses a second claim with 409',
    breaks: ['INV-05'],
    replace: (conforming) => ({
      invitationAlreadyClaimed: refusedAs(conforming.invitationAlreadyClaimed, 409, 'CONFLICT'),
    }),
  },
  {
    id: 'invitation-claimed-has-another-code',
    title: 'says of an invitation that was claimed that it was cancelled',
    breaks: ['INV-05'],
    replace: (conforming) => ({
      invitationAlreadyClaimed: refusedAs(conforming.invitationAlreadyClaimed, 400, 'INVITATION_CANCELLED'),
    }),
  },
  {
    id: 'invitation-looked-up-before-claimed',
    title: 'sees that an invitation is unclaimed, and stores the claim a moment later',
    breaks: ['INV-06'],
    replace: () => ({ claimStoredAfterMs: () => 30 }),
  },
  {
    id: 'invitation-not-cancelled',
    title: 'fails when an invitation is cancelled',
    breaks: ['INV-07', 'INV-10'],
    mayAlsoBreak: ['INV-20', 'INV-21', 'INV-11'],
    replace: brokenIn('cancelInvitation'),
  },
  {
    id: 'invitation-claimed-though-cancelled',
    title: 'lets an invitation be claimed that was cancelled',
    breaks: ['INV-08'],
    replace: () => ({ invitationWasCancelled: () => false }),
  },
  {
    id: 'invitation-cancelled-has-another-code',
    title: 'refuses to claim a cancelled invitation without saying why',
    breaks: ['INV-08'],
    replace: (conforming) => ({
      invitationCancelled: refusedAs(conforming.invitationCancelled, 400, 'INVALID_INPUT'),
    }),
  },
  {
    id: 'invitation-cancelled-though-claimed',
    title: 'cancels invitations that were claimed',
    breaks: ['INV-09'],
    replace: (conforming) => ({
      invitationWasClaimed: (invitation, by) =>
        by === 'CLAIM' && conforming.invitationWasClaimed(invitation, by),
    }),
  },
  {
    id: 'invitation-unknown-is-409',
    title: 'takes an unknown invitation for one in conflict',
    breaks: ['INV-10'],
    replace: (conforming) => ({
      invitationNotFound: refusedAs(conforming.invitationNotFound, 409, 'CONFLICT'),
    }),
  },
  {
    id: 'invitation-unknown-is-a-token',
    title: 'says of an unknown invitation that a token was not found',
    breaks: ['INV-10'],
    replace: (conforming) => ({
      invitationNotFound: refusedAs(conforming.invitationNotFound, 404, 'TOKEN_NOT_FOUND'),
    }),
  },
  {
    id: 'invitation-cancellation-open',
    title: 'lets anyone who has the code cancel an invitation',
    breaks: ['INV-11'],
    replace: openToStrangers('cancelInvitation'),
  },
  {
    id: 'invitation-creation-open',
    title: 'creates invitations for anyone who asks',
    breaks: ['INV-11'],
    replace: openToStrangers('createInvitation'),
  },
  {
    id: 'invitation-decided-with-its-neighbours',
    title: 'claims or cancels the invitations that were created shortly before and after one as well',
    breaks: ['INV-21'],
    // The invitations of other checks are decided as well.
    mayAlsoBreak: flow('INV'),
    replace: () => ({ invitationsDecided: neighbourhood }),
  },
]
