/** Creating, claiming and cancelling invitations (contract: What the service does, row Invitations; Errors). */
import { check, codeOfNobody, createdId, expect, shownId, type Stage } from '../../fixtures/index.ts'
import { inShort } from '../agent-management/execution-outcome.ts'
import { cancelled, claimable, claimed, invited, type Invited } from './invited.ts'

check('INV-01', 'an invitation is created', async ({ arrange, platform }) => {
  const { invitation } = await arrange('inviter', {})

  const answer = await platform.invitations.create(invitation)

  expect(answer).toSucceed()
  expect(createdId(answer, 'code'), 'its code').toEqual(expect.any(String))
})

check('INV-02', 'an invitation is read by its code', async (stage) => {
  const { code } = await invited(stage)

  const read = await stage.poll(
    () => stage.platform.invitations.get(code),
    ({ status }) => status === 200,
  )

  expect(read).toHaveStatus(200)
  expect(shownId(read, code, 'code'), 'its code').toBe(code)
})

check('INV-03', 'two invitations have two codes', async (stage) => {
  const first = await invited(stage)

  const second = await invited(stage)

  expect(second.code).not.toBe(first.code)
})

check('INV-04', 'an invitation is claimed', async (stage) => {
  const { code, claim } = await invited(stage)

  const answer = await stage.platform.invitations.claim(code, claim)

  expect(answer).toSucceed()
})

check('INV-05', 'an invitation that was claimed is not claimed by somebody else', async (stage) => {
  const { code, otherClaim } = await claimed(stage)

  const answer = await stage.platform.invitations.claim(code, otherClaim)

  expect(answer).toBeError(400)
  expect(answer).toHaveCode('INVITATION_ALREADY_CLAIMED')
})

check('INV-06', 'of claims at once at most one succeeds', async (stage) => {
  await claimed(stage)
  const { code, claim, otherClaim } = await invited(stage)
  const { invitations } = stage.platform

  const answers = await Promise.all([invitations.claim(code, claim), invitations.claim(code, otherClaim)])

  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status < 300).length, `of ${statuses.join(', ')}`).toBeLessThan(2)
})

check('INV-07', 'an invitation is cancelled', async (stage) => {
  const { code } = await invited(stage)

  const answer = await stage.platform.invitations.cancel(code)

  expect(answer).toSucceed()
})

check('INV-08', 'an invitation that was cancelled is not claimed', async (stage) => {
  await claimed(stage)
  const { code, claim } = await cancelled(stage)

  const answer = await stage.platform.invitations.claim(code, claim)

  expect(answer).toBeError(400)
  expect(answer).toHaveCode('INVITATION_CANCELLED')
})

check('INV-09', 'an invitation that was claimed is not cancelled', async (stage) => {
  await cancelled(stage)
  const { code } = await claimed(stage)

  const answer = await stage.platform.invitations.cancel(code)

  expect(answer).toBeError(400, 409)
})

const REQUESTS = [
  { done: 'read', send: (invitations: Invitations, code: string) => invitations.get(code) },
  {
    done: 'claimed',
    send: (invitations: Invitations, code: string, claim: unknown) => invitations.claim(code, claim),
  },
  { done: 'cancelled', send: (invitations: Invitations, code: string) => invitations.cancel(code) },
] as const

type Invitations = Stage['platform']['invitations']

for (const { done, send } of REQUESTS) {
  check('INV-10', `an invitation that there is none of is not ${done}`, async (stage) => {
    const { code, claim } = await invited(stage)
    const { invitations } = stage.platform
    expect(await send(invitations, code, claim)).toSucceed()

    const answer = await send(invitations, codeOfNobody(code, stage), claim)

    expect(answer).toBeError(400, 404)
    expect(inShort(answer)).toMatch(
      /^(4(00|03|22) .*|404 (INVITATION_NOT_FOUND|REFERENCE_NOT_FOUND|NOT_FOUND))$/,
    )
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
    async (stage) => {
      const { invitations } = stage.platform
      const [before, changed, after] = [await invited(stage), await invited(stage), await invited(stage)]

      expect(await send(invitations, changed)).toSucceed()

      const claimedBefore = claimable(await invitations.claim(before.code, before.claim))
      const claimedAfter = claimable(await invitations.claim(after.code, after.claim))
      expect(claimedBefore, 'the claim of the invitation before').toSucceed()
      expect(claimedAfter, 'the claim of the invitation after').toSucceed()
    },
  )
}
