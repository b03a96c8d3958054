import { objectsChanged, only, successesChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Contract: What the service does, row Invitations; it shows neither fields nor operations. */
export const invitationsVariations: readonly Variant[] = [
  {
    id: 'invitations-by-code-only',
    title: 'returns 200 with only the code of a new invitation, and 204 for all else',
    point: 'responses of invitations',
    interpretation: 'The contract does not specify the responses.',
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
    title: 'returns NOT_FOUND for unknown invitations',
    point: 'code of an invitation that is not found',
    interpretation: 'NOT_FOUND fits as well.',
    blocks: ['ERR-69'],
    replace: (rules) => ({
      invitationNotFound: { ...rules.invitationNotFound, code: 'NOT_FOUND' },
    }),
  },
  {
    id: 'invitations-cancelled-though-claimed',
    title: 'cancels claimed invitations',
    point: 'cancellation of an invitation that was claimed',
    interpretation: 'The contract does not forbid it.',
    warns: ['INV-09'],
    replace: (rules) => ({
      invitationWasClaimed: (invitation, by) => by === 'CLAIM' && rules.invitationWasClaimed(invitation, by),
    }),
  },
  {
    id: 'invitations-not-cancelled-again',
    title: 'rejects the second cancellation of an invitation',
    point: 'cancellation of an invitation that was claimed',
    interpretation: 'The contract does not specify a repeated cancellation.',
    replace: (rules) => ({
      invitationWasCancelled: (invitation) => rules.invitationWasCancelled(invitation, 'CLAIM'),
    }),
  },
  {
    id: 'invitations-mask-their-claimer',
    title: 'returns the claimer of an invitation masked',
    point: 'fields of an invitation',
    interpretation: 'The contract does not specify the fields of an invitation.',
    blocks: ['INV-22', 'INV-23'],
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        object.inviteeUma === undefined ? object : { ...object, inviteeUma: '$***' },
      ),
  },
]
