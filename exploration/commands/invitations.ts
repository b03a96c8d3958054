/** Invitations: created, claimed, cancelled (contract: What the service does, row Invitations; Errors, 400 codes). */
import * as fc from 'fast-check'
import { nonexistentCode } from '../../fixtures/nonexistent-ids.ts'
import { expectShown } from '../../suites/expectations.ts'
import {
  expectAlreadyClaimed,
  expectCancelled,
  expectInvitationNotFound,
  expectNotCancellable,
  expectOneClaim,
} from '../../suites/invitations/expectations.ts'
import { judge, judgeCreated, judgeSettled } from '../judge.ts'
import { Violation, isSuccess, withSuccess } from '../violation.ts'
import { picked } from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import { requireCredentials, invalidCredentialsName } from './require-credentials.ts'

const createInvitation = stepKind({
  name: 'create-invitation',
  area: 'invitations',
  operations: ['createInvitation'],
  weight: 6,
  params: fc.constant({}),
  may: () => true,
  async take({ invitations }, { context: { arrange, platform } }) {
    const inviter = await arrange('inviter', {})
    const response = await platform.invitations.create(inviter.invitation)
    const code = judgeCreated('INV-01', response, 'code')
    if (invitations.some((one) => one.code === code))
      throw new Violation('INV-03', 'another invitation has the code of an earlier one', response.exchange)
    invitations.push({ code, claim: inviter.claim, otherClaim: inviter.otherClaim, state: 'open' })
  },
})

const ofInvitation = fc.record({ of: fc.nat(9) })

const readInvitation = stepKind({
  name: 'read-invitation',
  area: 'invitations',
  operations: ['getInvitation'],
  params: ofInvitation,
  may: ({ invitations }, { of }) => picked(invitations, of)?.state === 'open',
  async take({ invitations }, world, { of }) {
    const { code } = picked(invitations, of)!
    const read = () => world.context.platform.invitations.get(code)
    await judgeSettled(world, 'INV-02', read, (response) => expectShown(response, code, 'code'))
  },
})

const claimInvitation = stepKind({
  name: 'claim-invitation',
  area: 'invitations',
  operations: ['claimInvitation'],
  weight: 4,
  params: ofInvitation,
  may: ({ invitations }, { of }) => (picked(invitations, of)?.state ?? 'unknown') !== 'unknown',
  async take({ invitations }, { context }, { of }) {
    const invitation = picked(invitations, of)!
    const { code, claim, otherClaim, state } = invitation
    const by = state === 'claimed' ? otherClaim : claim
    const response = await context.platform.invitations.claim(code, by)
    if (state === 'claimed') judge('INV-05', response, expectAlreadyClaimed)
    else if (state === 'cancelled') judge('INV-08', response, expectCancelled)
    else {
      withSuccess(response, 'INV-04', 'claiming an invitation')
      invitation.state = 'claimed'
    }
  },
})

const claimAtOnce = stepKind({
  name: 'claim-invitation-at-once',
  area: 'invitations',
  operations: ['claimInvitation'],
  params: ofInvitation,
  may: ({ invitations }, { of }) => picked(invitations, of)?.state === 'open',
  async take({ invitations }, { context }, { of }) {
    const invitation = picked(invitations, of)!
    const { code, claim, otherClaim } = invitation
    const responses = await Promise.all(
      [claim, otherClaim].map((by) => context.platform.invitations.claim(code, by)),
    )
    // It is unknown which request came first: no further judgement.
    invitation.state = 'unknown'
    judge('INV-06', responses[1]!, () => expectOneClaim(responses))
  },
})

const cancelInvitation = stepKind({
  name: 'cancel-invitation',
  area: 'invitations',
  operations: ['cancelInvitation'],
  params: ofInvitation,
  may: ({ invitations }, { of }) => ['open', 'claimed'].includes(picked(invitations, of)?.state ?? ''),
  async take({ invitations }, { context }, { of }) {
    const invitation = picked(invitations, of)!
    const response = await context.platform.invitations.cancel(invitation.code)
    if (invitation.state === 'claimed') {
      // If it was cancelled, it may reject claims for either reason.
      if (isSuccess(response)) invitation.state = 'unknown'
      judge('INV-09', response, expectNotCancellable)
    } else {
      withSuccess(response, 'INV-07', 'cancelling an invitation')
      invitation.state = 'cancelled'
    }
  },
})

const what = fc.constantFrom('read', 'claim', 'cancel')

const unknownInvitation = stepKind({
  name: 'unknown-invitation',
  area: 'invitations',
  operations: ['getInvitation', 'claimInvitation', 'cancelInvitation'],
  params: fc.record({ of: fc.nat(9), what }),
  may: ({ invitations }, { of }) => picked(invitations, of) !== undefined,
  async take({ invitations }, { context }, { of, what: call }) {
    const { code, claim } = picked(invitations, of)!
    const nothing = nonexistentCode(code, context)
    const { get, claim: claimOne, cancel } = context.platform.invitations
    const asked = {
      read: () => get(nothing),
      claim: () => claimOne(nothing, claim),
      cancel: () => cancel(nothing),
    }
    judge('INV-10', await asked[call](), expectInvitationNotFound)
  },
})

const invitationsWithInvalidCredentials = stepKind({
  name: 'invitations-with-invalid-credentials',
  area: 'invitations',
  operations: ['createInvitation', 'claimInvitation', 'cancelInvitation'],
  params: fc.record({
    of: fc.nat(9),
    who: invalidCredentialsName,
    what: fc.constantFrom('create', 'claim', 'cancel'),
  }),
  may: ({ invitations }, { of }) => picked(invitations, of)?.state === 'open',
  async take({ invitations: known }, world, { of, who, what: call }) {
    const { code, claim } = picked(known, of)!
    if (call === 'create') {
      const { invitation } = await world.context.arrange('inviter', {})
      return requireCredentials(who, world, 'INV-11', ({ invitations }) => invitations.create(invitation))
    }
    return requireCredentials(who, world, 'INV-11', ({ invitations }) =>
      call === 'claim' ? invitations.claim(code, claim) : invitations.cancel(code),
    )
  },
})

export const invitationSteps: readonly AnyStepKind[] = [
  createInvitation,
  readInvitation,
  claimInvitation,
  claimAtOnce,
  cancelInvitation,
  unknownInvitation,
  invitationsWithInvalidCredentials,
]
