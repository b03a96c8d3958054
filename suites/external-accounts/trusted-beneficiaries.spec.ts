/** Trusted beneficiaries (contract: Errors, BENEFICIARY_TRUSTED; Endpoints, untrust and its confirm). */
import { check, CONSISTENCY_MS, expect, valueAt } from '../../fixtures/index.ts'
import { expectRejectedUnlessAccepted, requireOpenSession } from '../expectations.ts'
import { REJECTED } from '../rejections.ts'
import { readAccount } from './customer-account.ts'
import { waitUntilConsistent } from './verify-until-found.ts'
import {
  anotherCode,
  confirmUntrusting,
  requireConfirmedUntrust,
  requireDifferent,
  requireRejectedDeletion,
  deleteUntrusted,
  deleteTrusted,
  deleteUnlessTrusted,
  expectNotUntrusted,
  arrangeTrustedBeneficiary,
  untrustBeneficiary,
  requestTrust,
  arrangeUntrustedBeneficiary,
  requestUntrust,
} from './trusted-beneficiary.ts'
import { expectTrusted, expectUntrustRejected } from './expectations.ts'

check('TRU-01', 'a trusted beneficiary is not deleted', async (context) => {
  const beneficiary = await arrangeTrustedBeneficiary(context)

  const response = await deleteTrusted(context, beneficiary)

  expectTrusted(response)
  expectTrusted(await deleteTrusted(context, beneficiary))
})

check('TRU-02', 'a trusted beneficiary stays when its deletion is rejected', async (context) => {
  const beneficiary = await arrangeTrustedBeneficiary(context)
  const { externalAccountId } = beneficiary
  const before = await readAccount(context, externalAccountId)

  await deleteTrusted(context, beneficiary)

  const after = await context.poll(
    () => context.platform.externalAccounts.get(externalAccountId),
    ({ status }) => status !== 200,
  )
  expect(after).toHaveStatus(200)
  expect(after).toMatchFields({ id: externalAccountId })
  const isInactive = [before, after].map(({ body }) => valueAt(body, 'status') === 'INACTIVE')
  expect(isInactive[1], 'whether the account is INACTIVE afterwards').toBe(isInactive[0])
})

check('TRU-03', 'a beneficiary is untrusted with the code', async (context) => {
  const beneficiary = await arrangeTrustedBeneficiary(context)
  const { externalAccountId, code } = beneficiary
  const challengeId = await requestUntrust(context, beneficiary)

  const response = await context.platform.externalAccounts.confirmUntrust(externalAccountId, {
    challengeId,
    code: await code(challengeId),
  })

  expect(requireOpenSession(response)).toSucceed()
  expect([false, null, undefined], 'trusted').toContain(valueAt(response.body, 'trusted'))
})

check('TRU-04', 'an untrusted beneficiary is deleted', async (context) => {
  const beneficiary = await untrustBeneficiary(context)

  const response = await deleteUntrusted(context, beneficiary)

  expect(response).toSucceed()
})

check('TRU-19', 'after a rejected deletion, an untrusted beneficiary is deleted', async (context) => {
  const beneficiary = await arrangeTrustedBeneficiary(context)
  requireRejectedDeletion(await deleteTrusted(context, beneficiary))
  await confirmUntrusting(context, beneficiary)

  const response = await deleteUntrusted(context, beneficiary)

  expect(response).toSucceed()
})

check('TRU-05', 'a request to untrust without its confirmation does not untrust', async (context) => {
  const beneficiary = await arrangeTrustedBeneficiary(context)
  const challengeId = await requestUntrust(context, beneficiary)

  const response = await deleteTrusted(context, beneficiary)

  expect(response).toBeError(409)
  await requireConfirmedUntrust(context, beneficiary, challengeId)
})

check('TRU-06', 'a wrong code does not untrust', async (context) => {
  const beneficiary = await arrangeTrustedBeneficiary(context)
  const challengeId = await requestUntrust(context, beneficiary)

  const response = await context.platform.externalAccounts.confirmUntrust(beneficiary.externalAccountId, {
    challengeId,
    code: anotherCode(await beneficiary.code(challengeId)),
  })

  await expectNotUntrusted(context, beneficiary, response)
})

check('TRU-07', 'after a wrong code the beneficiary is not deleted', { waits: true }, async (context) => {
  const beneficiary = await arrangeTrustedBeneficiary(context)
  const challengeId = await requestUntrust(context, beneficiary)
  await context.platform.externalAccounts.confirmUntrust(beneficiary.externalAccountId, {
    challengeId,
    code: anotherCode(await beneficiary.code(challengeId)),
  })
  // An effect of the rejected confirmation may become visible late.
  await context.pause(CONSISTENCY_MS)

  const response = await deleteTrusted(context, beneficiary)

  expect(response).toBeError(409)
})

check('TRU-08', 'the challenge of another account does not untrust', async (context) => {
  const beneficiary = await arrangeTrustedBeneficiary(context)
  const { externalAccountId, code } = beneficiary
  const own = await requestUntrust(context, beneficiary)
  const foreign = await requestUntrust(context, await arrangeTrustedBeneficiary(context))

  const response = await context.platform.externalAccounts.confirmUntrust(externalAccountId, {
    challengeId: foreign,
    code: await code(own),
  })

  await expectNotUntrusted(context, beneficiary, response)
})

check('TRU-09', 'a beneficiary that was trusted with the code is not deleted', async (context) => {
  const beneficiary = await arrangeUntrustedBeneficiary(context)
  const { externalAccountId, code } = beneficiary
  const challengeId = await requestTrust(context, beneficiary)

  const confirmed = await context.platform.externalAccounts.confirmTrust(externalAccountId, {
    challengeId,
    code: await code(challengeId),
  })

  expect(confirmed).toSucceed()
  expect([true, null, undefined], 'trusted').toContain(valueAt(confirmed.body, 'trusted'))
  // Only then, since a successful first deletion would leave no beneficiary to delete again.
  await context.poll(
    () => context.platform.externalAccounts.get(externalAccountId),
    ({ body }) => valueAt(body, 'trusted') === true,
  )
  const response = await context.platform.externalAccounts.delete(externalAccountId)
  expect(response).toBeError(409)
})

check('TRU-10', 'a beneficiary that a wrong code did not trust can be deleted', async (context) => {
  const beneficiary = await arrangeUntrustedBeneficiary(context)
  const { externalAccountId } = beneficiary
  const challengeId = await requestTrust(context, beneficiary)

  const confirmed = await context.platform.externalAccounts.confirmTrust(externalAccountId, {
    challengeId,
    code: anotherCode(await beneficiary.code(challengeId)),
  })

  expectRejectedUnlessAccepted(confirmed)
  const response = await deleteUnlessTrusted(context, beneficiary, confirmed)
  expect(response).toSucceed()
})

check('TRU-14', 'the code of another customer does not untrust', async (context) => {
  const beneficiary = await arrangeTrustedBeneficiary(context)
  const { externalAccountId } = beneficiary
  const other = await arrangeTrustedBeneficiary(context)
  const challengeId = await requestUntrust(context, beneficiary)
  const foreign = await other.code(await requestUntrust(context, other))
  const code = requireDifferent(foreign, await beneficiary.code(challengeId))

  const response = await context.platform.externalAccounts.confirmUntrust(externalAccountId, {
    challengeId,
    code,
  })

  expect(response).toBeError(...REJECTED)
})

check('TRU-15', 'a challenge that was confirmed does not untrust again', async (context) => {
  const beneficiary = await arrangeTrustedBeneficiary(context)
  const { externalAccountId, code } = beneficiary
  const { externalAccounts } = context.platform
  const challengeId = await requestUntrust(context, beneficiary)
  const untrusting = { challengeId, code: await code(challengeId) }
  expect(await externalAccounts.confirmUntrust(externalAccountId, untrusting)).toSucceed()
  await waitUntilConsistent(context)
  const later = await requestTrust(context, beneficiary)
  const trusting = { challengeId: later, code: await code(later) }
  expect(await externalAccounts.confirmTrust(externalAccountId, trusting)).toSucceed()
  await waitUntilConsistent(context)

  const response = await externalAccounts.confirmUntrust(externalAccountId, untrusting)

  expect(response).toBeError(...REJECTED)
})

check('TRU-16', 'a prefix of the code does not untrust', async (context) => {
  const beneficiary = await arrangeTrustedBeneficiary(context)
  const { externalAccountId, code } = beneficiary
  const challengeId = await requestUntrust(context, beneficiary)

  const response = await context.platform.externalAccounts.confirmUntrust(externalAccountId, {
    challengeId,
    code: (await code(challengeId)).slice(0, -1),
  })

  expect(response).toBeError(...REJECTED)
})

check('TRU-17', 'untrusting a beneficiary leaves the others trusted', async (context) => {
  const before = await arrangeTrustedBeneficiary(context)
  const changed = await arrangeTrustedBeneficiary(context)
  const after = await arrangeTrustedBeneficiary(context)

  await confirmUntrusting(context, changed)

  expect(await deleteUntrusted(context, changed)).toSucceed()
  expect(await deleteTrusted(context, before), 'the deletion of the beneficiary before').toBeError(409)
  expect(await deleteTrusted(context, after), 'the deletion of the beneficiary after').toBeError(409)
})

check('TRU-18', 'trusting a beneficiary leaves the others untrusted', async (context) => {
  const before = await arrangeUntrustedBeneficiary(context)
  const { externalAccountId, code } = await arrangeUntrustedBeneficiary(context)
  const after = await arrangeUntrustedBeneficiary(context)
  const challengeId = await requestTrust(context, { externalAccountId, code })
  const trusting = { challengeId, code: await code(challengeId) }

  expect(await context.platform.externalAccounts.confirmTrust(externalAccountId, trusting)).toSucceed()

  expect(await deleteUntrusted(context, before), 'the deletion of the beneficiary before').toSucceed()
  expect(await deleteUntrusted(context, after), 'the deletion of the beneficiary after').toSucceed()
})

check('TRU-12', 'an unknown account is not untrusted', async ({ platform, random }) => {
  const response = await platform.externalAccounts.untrust(`ExternalAccount:${random.uuid()}`)

  expectUntrustRejected(requireOpenSession(response))
})
