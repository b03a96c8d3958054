import { affects } from '../affects.ts'
import { waitsBefore } from '../waits-before.ts'
import { refused } from '../refused.ts'
import { asUnprocessable, crashesIn } from './deviations.ts'
import { acceptsInvalidCredentials } from './accepted-credentials.ts'
import { changesOnRefusal } from '../changes-on-refusal.ts'
import type { Fault } from './fault.ts'
import { flow, neighbourhood, neighbours } from './neighbourhood.ts'
import { rewriting } from './rewriting.ts'

/** Faults of invitations (contract: What the service does, row Invitations; Errors). */
export const invitationsFaults: readonly Fault[] = [
  {
    id: 'invitation-not-created',
    title: 'creates an invitation, then returns 500',
    breaks: ['INV-01'],
    mayAlsoBreak: ['INV-20', 'INV-11'],
    replace: crashesIn('createInvitation'),
  },
  {
    id: 'invitation-read-without-code',
    title: 'returns 500 when an invitation is read',
    breaks: ['INV-02', 'INV-10'],
    replace: crashesIn('getInvitation'),
  },
  {
    id: 'invitation-one-code-for-all',
    title: 'returns the code of the first invitation that it created',
    breaks: ['INV-03'],
    // The second request finds the invitation claimed or cancelled.
    mayAlsoBreak: ['INV-22', 'INV-21', 'INV-04', 'INV-05', 'INV-06', 'INV-07', 'INV-08', 'INV-09', 'INV-10'],
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
    title: 'returns 500 when an invitation is claimed',
    breaks: ['INV-04', 'INV-10'],
    mayAlsoBreak: ['INV-21', 'INV-22', 'INV-23'],
    replace: crashesIn('claimInvitation'),
  },
  {
    id: 'invitation-claimed-again',
    title: 'accepts a second claim of an invitation',
    breaks: ['INV-05', 'INV-06', 'INV-09'],
    replace: { invitationWasClaimed: () => false },
  },
  {
    id: 'invitation-claims-as-422',
    title: 'returns 422 with the codes of a claimed and a cancelled invitation',
    breaks: ['INV-05', 'INV-08'],
    replace: asUnprocessable('INVITATION_ALREADY_CLAIMED', 'INVITATION_CANCELLED'),
  },
  {
    id: 'invitation-claimed-is-409',
    title: 'returns 409 for a second claim',
    breaks: ['INV-05'],
    replace: refused('invitationAlreadyClaimed', 409, 'CONFLICT'),
  },
  {
    id: 'invitation-claimed-has-another-code',
    title: 'returns the cancelled code for a claimed invitation',
    breaks: ['INV-05'],
    replace: refused('invitationAlreadyClaimed', 400, 'INVITATION_CANCELLED'),
  },
  {
    id: 'invitation-looked-up-before-claimed',
    title: 'checks that an invitation is unclaimed, then stores the claim later without a second check',
    breaks: ['INV-06'],
    replace: waitsBefore('claimInvitation'),
  },
  {
    id: 'invitation-not-cancelled',
    title: 'returns 500 when an invitation is cancelled',
    breaks: ['INV-07', 'INV-10'],
    mayAlsoBreak: ['INV-20', 'INV-21', 'INV-11'],
    replace: crashesIn('cancelInvitation'),
  },
  {
    id: 'invitation-claimed-though-cancelled',
    title: 'accepts the claim of a cancelled invitation',
    breaks: ['INV-08'],
    replace: { invitationWasCancelled: () => false },
  },
  {
    id: 'invitation-cancelled-has-another-code',
    title: 'returns INVALID_INPUT for the claim of a cancelled invitation',
    breaks: ['INV-08'],
    replace: refused('invitationCancelled', 400, 'INVALID_INPUT'),
  },
  {
    id: 'invitation-cancelled-though-claimed',
    title: 'cancels claimed invitations',
    breaks: ['INV-09'],
    replace: (conforming) => ({
      invitationWasClaimed: (invitation, by) =>
        by === 'CLAIM' && conforming.invitationWasClaimed(invitation, by),
    }),
  },
  {
    id: 'invitation-unknown-is-409',
    title: 'returns a conflict for an unknown invitation',
    breaks: ['INV-10'],
    replace: refused('invitationNotFound', 409, 'CONFLICT'),
  },
  {
    id: 'invitation-unknown-is-a-token',
    title: 'reports "token not found" for an unknown invitation',
    breaks: ['INV-10'],
    replace: refused('invitationNotFound', 404, 'TOKEN_NOT_FOUND'),
  },
  {
    id: 'invitation-cancellation-open',
    title: 'cancels an invitation for any caller that has the code',
    breaks: ['INV-11'],
    replace: acceptsInvalidCredentials('cancelInvitation'),
  },
  {
    id: 'invitation-creation-open',
    title: 'creates invitations without valid credentials',
    breaks: ['INV-11'],
    replace: acceptsInvalidCredentials('createInvitation'),
  },
  {
    id: 'invitation-claimed-with-its-neighbours',
    title: 'also claims the invitations created just before and after',
    breaks: ['INV-21'],
    // The invitations of other checks change too.
    mayAlsoBreak: flow('INV'),
    replace: affects(['claimInvitation'], neighbourhood),
  },
  {
    id: 'invitation-cancelled-with-its-neighbours',
    title: 'also cancels the invitations created just before and after',
    breaks: ['INV-21'],
    mayAlsoBreak: flow('INV'),
    // A claim that succeeds shows that the request is understood.
    seenBy: ['INV-04'],
    replace: affects(['cancelInvitation'], (named, all) => neighbours(named, all, 2)),
  },
  {
    id: 'invitation-claimed-by-the-refused',
    title: 'stores the second claimer of an invitation, then rejects the claim',
    breaks: ['INV-22'],
    replace: ({ invitationWasClaimed }) => ({
      invitationWasClaimed: (invitation, by) => {
        const wasClaimed = invitationWasClaimed(invitation, by)
        if (wasClaimed && by === 'CLAIM') invitation.inviteeUma = '$second@reference.example'
        return wasClaimed
      },
    }),
  },
  {
    id: 'invitation-reopened-by-refused-cancellation',
    title: 'reopens a claimed invitation when it rejects the cancellation',
    breaks: ['INV-05'],
    replace: ({ invitationWasClaimed }) => ({
      invitationWasClaimed: (invitation, by) => {
        const wasClaimed = invitationWasClaimed(invitation, by)
        if (wasClaimed && by === 'CANCELLATION') invitation.status = 'PENDING'
        return wasClaimed
      },
    }),
  },
  {
    id: 'invitation-reopened-by-refused-claim',
    title: 'reopens a cancelled invitation when it rejects a claim',
    breaks: ['INV-08'],
    replace: ({ invitationWasCancelled }) => ({
      invitationWasCancelled: (invitation, by) => {
        const wasCancelled = invitationWasCancelled(invitation, by)
        if (wasCancelled) invitation.status = 'PENDING'
        return wasCancelled
      },
    }),
  },
  {
    id: 'invitation-claimed-later-by-the-refused',
    title: 'rejects the second claim of an invitation, and stores its claimer half a second later',
    breaks: ['INV-22'],
    replace: ({ invitationWasClaimed }) => ({
      invitationWasClaimed: (invitation, by) => {
        const wasClaimed = invitationWasClaimed(invitation, by)
        if (wasClaimed && by === 'CLAIM')
          setTimeout(() => (invitation.inviteeUma = '$other@reference.example'), 500).unref()
        return wasClaimed
      },
    }),
  },
  {
    id: 'invitation-cancelled-gets-a-claimer',
    title: 'stores the claimer of a cancelled invitation, then rejects the claim',
    breaks: ['INV-23'],
    replace: changesOnRefusal('claimInvitation', (invitation, claimer) => {
      if (invitation.status === 'CANCELLED') invitation.inviteeUma = claimer
    }),
  },
]
