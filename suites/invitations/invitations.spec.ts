/** Creating, claiming and cancelling invitations (contract: What the service does, row Invitations; Errors). */
import { check, nonexistentCode, expect, type CheckContext } from '../../fixtures/index.ts'
import { expectCreated, expectShown } from '../expectations.ts'
import {
  expectAlreadyClaimed,
  expectClaimedOrCancelled,
  expectCancelled,
  expectInvitationNotFound,
  expectNotCancellable,
  expectOneClaim,
} from './expectations.ts'
import {
  createCancelledInvitation,
  claimable,
  createClaimedInvitation,
  createInvitation,
  createReadableInvitation,
  requireRejectedClaim,
  requireShownClaimer,
  shownClaimers,
  type Invited,
} from './invited.ts'

check('INV-01', 'an invitation is created', async ({ arrange, platform }) => {
  const { invitation } = await arrange('inviter', {})

  const response = await platform.invitations.create(invitation)

  expectCreated(response, 'code')
})

check('INV-02', 'an invitation is read by its code', async (context) => {
  const { code } = await createInvitation(context)

  const read = await context.poll(
    () => context.platform.invitations.get(code),
    ({ status }) => status === 200,
  )

  expectShown(read, code, 'code')
})

check('INV-03', 'two invitations have two codes', async (context) => {
  const first = await createInvitation(context)

  const second = await createInvitation(context)

  expect(second.code).not.toBe(first.code)
})

check('INV-04', 'an invitation is claimed', async (context) => {
  const { code, claim } = await createInvitation(context)

  const response = await context.platform.invitations.claim(code, claim)

  expect(response).toSucceed()
})

check('INV-05', 'a claimed invitation is not claimed again', async (context) => {
  const { code, otherClaim } = await createClaimedInvitation(context)

  const response = await context.platform.invitations.claim(code, otherClaim)

  expectAlreadyClaimed(response)
})

check(
  'INV-05',
  'a claimed invitation is not claimed after its cancellation was requested',
  async (context) => {
    const { code, otherClaim } = await createClaimedInvitation(context)
    await context.platform.invitations.cancel(code)

    const response = await context.platform.invitations.claim(code, otherClaim)

    expectClaimedOrCancelled(response)
  },
)

check('INV-22', 'a rejected claim leaves the claimer of an invitation', { waits: true }, async (context) => {
  const { code, claim, otherClaim } = await createReadableInvitation(context)
  const { invitations } = context.platform
  expect(await invitations.claim(code, claim)).toSucceed()
  await requireShownClaimer(context, code, claim, otherClaim)

  requireRejectedClaim(await invitations.claim(code, otherClaim))

  const after = await context.poll(
    () => invitations.get(code),
    (seen) => String(shownClaimers(seen, claim, otherClaim)) !== 'first',
  )
  expect(shownClaimers(after, claim, otherClaim), 'claimers of the invitation').toEqual(['first'])
})

check('INV-06', 'of concurrent claims at most one succeeds', async (context) => {
  await createClaimedInvitation(context)
  const { code, claim, otherClaim } = await createInvitation(context)
  const { invitations } = context.platform

  const responses = await context.concurrently(
    () => invitations.claim(code, claim),
    () => invitations.claim(code, otherClaim),
  )

  expectOneClaim(responses)
})

check('INV-07', 'an invitation is cancelled', async (context) => {
  const { code } = await createInvitation(context)

  const response = await context.platform.invitations.cancel(code)

  expect(response).toSucceed()
})

check('INV-08', 'a cancelled invitation is not claimed', async (context) => {
  await createClaimedInvitation(context)
  const { code, claim } = await createCancelledInvitation(context)

  const response = await context.platform.invitations.claim(code, claim)

  expectCancelled(response)
})

check('INV-08', 'a cancelled invitation is not claimed after a rejected claim', async (context) => {
  await createClaimedInvitation(context)
  const { code, claim } = await createCancelledInvitation(context)
  requireRejectedClaim(await context.platform.invitations.claim(code, claim))

  const response = await context.platform.invitations.claim(code, claim)

  expectCancelled(response)
})

check('INV-09', 'a claimed invitation is not cancelled', async (context) => {
  await createCancelledInvitation(context)
  const { code } = await createClaimedInvitation(context)

  const response = await context.platform.invitations.cancel(code)

  expectNotCancellable(response)
})

const REQUESTS = [
  { done: 'read', send: (invitations: Invitations, code: string) => invitations.get(code) },
  {
    done: 'claimed',
    send: (invitations: Invitations, code: string, claim: unknown) => invitations.claim(code, claim),
  },
  { done: 'cancelled', send: (invitations: Invitations, code: string) => invitations.cancel(code) },
] as const

type Invitations = CheckContext['platform']['invitations']

for (const { done, send } of REQUESTS) {
  check('INV-10', `a nonexistent invitation is not ${done}`, async (context) => {
    const { code, claim } = await createInvitation(context)
    const { invitations } = context.platform
    expect(await send(invitations, code, claim)).toSucceed()

    const response = await send(invitations, nonexistentCode(code, context), claim)

    expectInvitationNotFound(response)
  })
}

const DECISIONS = [
  {
    decided: 'claiming',
    operation: 'claimInvitation',
    send: (invitations: Invitations, { code, claim }: Invited) => invitations.claim(code, claim),
  },
  {
    decided: 'cancelling',
    operation: 'cancelInvitation',
    send: (invitations: Invitations, { code }: Invited) => invitations.cancel(code),
  },
] as const

for (const { decided, operation, send } of DECISIONS) {
  check(
    'INV-21',
    `${decided} an invitation leaves the others open`,
    { operations: [operation] },
    async (context) => {
      const { invitations } = context.platform
      const [before, changed, after] = [
        await createInvitation(context),
        await createInvitation(context),
        await createInvitation(context),
      ]

      expect(await send(invitations, changed)).toSucceed()

      const claimedBefore = claimable(await invitations.claim(before.code, before.claim))
      const claimedAfter = claimable(await invitations.claim(after.code, after.claim))
      expect(claimedBefore, 'the claim of the invitation before').toSucceed()
      expect(claimedAfter, 'the claim of the invitation after').toSucceed()
    },
  )
}

check(
  'INV-23',
  'a rejected claim gives a cancelled invitation no claimer',
  { waits: true },
  async (context) => {
    const claimed = await createClaimedInvitation(context)
    await requireShownClaimer(context, claimed.code, claimed.claim, claimed.otherClaim)
    const { code, claim, otherClaim } = await createCancelledInvitation(context)
    const { invitations } = context.platform

    requireRejectedClaim(await invitations.claim(code, claim))

    const after = await context.poll(
      () => invitations.get(code),
      (seen) => shownClaimers(seen, claim, otherClaim).length > 0,
    )
    expect(shownClaimers(after, claim, otherClaim), 'claimers of the invitation').toEqual([])
  },
)
