import { only, successesChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Contract: What the service does, row Invitations; neither fields nor operations are shown. */
export const invitationsVariations: readonly Variant[] = [
  {
    id: 'invitations-by-code-only',
    title: 'answers the creation of an invitation with 200 and its code alone, and all else with 204',
    point: 'answers of invitations',
    reading: 'They are not shown.',
    replace: (rules) =>
      successesChanged(
        rules,
        ({ body }, operation) =>
          operation === 'createInvitation'
            ? { status: 200, body: only(body as Json, 'code') }
            : { status: 204, body: undefined },
        ['createInvitation', 'claimInvitation', 'cancelInvitation'],
      ),
  },
  {
    id: 'invitations-not-found-by-the-general-code',
    title: 'has NOT_FOUND for invitations that it does not know',
    point: 'code of an invitation that is not found',
    reading: 'It fits as well.',
    blocks: ['ERR-69'],
    replace: (rules) => ({
      invitationNotFound: () => ({ ...rules.invitationNotFound(), code: 'NOT_FOUND' }),
    }),
  },
  {
    id: 'invitations-cancelled-though-claimed',
    title: 'cancels invitations that were claimed',
    point: 'cancellation of an invitation that was claimed',
    reading: 'No sentence forbids it.',
    warns: ['INV-09'],
    replace: (rules) => ({
      invitationWasClaimed: (invitation, by) => by === 'CLAIM' && rules.invitationWasClaimed(invitation, by),
    }),
  },
  {
    id: 'invitations-not-cancelled-again',
    title: 'cancels an invitation once',
    point: 'cancellation of an invitation that was claimed',
    reading: 'What cancelling again answers is not shown.',
    replace: (rules) => ({
      invitationWasCancelled: (invitation) => rules.invitationWasCancelled(invitation, 'CLAIM'),
    }),
  },
]
