/** Trusted beneficiaries (contract: Errors, BENEFICIARY_TRUSTED; Endpoints, untrust and its confirm). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { expectRejectedUnlessAccepted, whereSessionIsOpen } from '../one-time-code.ts'
import { REJECTED } from '../rejections.ts'
import { readAccount } from './customer-account.ts'
import { untilConsistent } from './once-known.ts'
import {
  anotherCode,
  beneficiaryWithAnotherCode,
  confirmUntrusting,
  confirmedUntrust,
  deletion,
  deletionOfTrusted,
  deletionUnlessTrusted,
  expectNotUntrusted,
  trustedBeneficiary,
  untrusted,
  trusting,
  untrustedBeneficiary,
  untrusting,
} from './trusted-beneficiary.ts'

check('TRU-01', 'a trusted beneficiary is not deleted', async (stage) => {
  const beneficiary = await trustedBeneficiary(stage)

  const answer = await deletionOfTrusted(stage, beneficiary)

  expect(answer).toHaveStatus(409)
  expect(answer).toHaveCode('BENEFICIARY_TRUSTED')
})

check('TRU-02', 'a trusted beneficiary stays when its deletion is refused', async (stage) => {
  const beneficiary = await trustedBeneficiary(stage)
  const { externalAccountId } = beneficiary
  const before = await readAccount(stage, externalAccountId)

  await deletionOfTrusted(stage, beneficiary)

  const after = await stage.poll(
    () => stage.platform.externalAccounts.get(externalAccountId),
    ({ status }) => status !== 200,
  )
  expect(after).toHaveStatus(200)
  expect(after).toHold({ id: externalAccountId })
  const isInactive = [before, after].map(({ body }) => valueAt(body, 'status') === 'INACTIVE')
  expect(isInactive[1], 'whether the account is INACTIVE afterwards').toBe(isInactive[0])
})

check('TRU-03', 'a beneficiary is untrusted with the code', async (stage) => {
  const beneficiary = await trustedBeneficiary(stage)
  const { externalAccountId, code } = beneficiary
  const challengeId = await untrusting(stage, beneficiary)

  const answer = await stage.platform.externalAccounts.confirmUntrust(externalAccountId, {
    challengeId,
    code,
  })

  expect(whereSessionIsOpen(answer)).toSucceed()
  expect([false, null, undefined]).toContain(valueAt(answer.body, 'trusted'))
})

check('TRU-04', 'an untrusted beneficiary is deleted', async (stage) => {
  const beneficiary = await untrusted(stage)

  const answer = await deletion(stage, beneficiary)

  expect(answer).toSucceed()
})

check('TRU-05', 'asking to untrust is not untrusting', async (stage) => {
  const beneficiary = await trustedBeneficiary(stage)
  const challengeId = await untrusting(stage, beneficiary)

  const answer = await deletionOfTrusted(stage, beneficiary)

  expect(answer).toBeError(409)
  await confirmedUntrust(stage, beneficiary, challengeId)
})

check('TRU-06', 'a wrong code does not untrust', async (stage) => {
  const beneficiary = await trustedBeneficiary(stage)
  const challengeId = await untrusting(stage, beneficiary)

  const answer = await stage.platform.externalAccounts.confirmUntrust(beneficiary.externalAccountId, {
    challengeId,
    code: anotherCode(beneficiary),
  })

  await expectNotUntrusted(stage, beneficiary, answer)
})

check('TRU-07', 'after a wrong code the beneficiary is not deleted', async (stage) => {
  const beneficiary = await trustedBeneficiary(stage)
  const challengeId = await untrusting(stage, beneficiary)
  await stage.platform.externalAccounts.confirmUntrust(beneficiary.externalAccountId, {
    challengeId,
    code: anotherCode(beneficiary),
  })

  const answer = await deletionOfTrusted(stage, beneficiary)

  expect(answer).toBeError(409)
})

check('TRU-08', 'the challenge of another account does not untrust', async (stage) => {
  const beneficiary = await trustedBeneficiary(stage)
  const { externalAccountId, code } = beneficiary
  await untrusting(stage, beneficiary)
  const foreign = await untrusting(stage, await trustedBeneficiary(stage))

  const answer = await stage.platform.externalAccounts.confirmUntrust(externalAccountId, {
    challengeId: foreign,
    code,
  })

  await expectNotUntrusted(stage, beneficiary, answer)
})

check('TRU-09', 'a beneficiary that was trusted with the code is not deleted', async (stage) => {
  const beneficiary = await untrustedBeneficiary(stage)
  const { externalAccountId, code } = beneficiary
  const challengeId = await trusting(stage, beneficiary)

  const confirmed = await stage.platform.externalAccounts.confirmTrust(externalAccountId, {
    challengeId,
    code,
  })

  expect(confirmed).toSucceed()
  expect([true, null, undefined]).toContain(valueAt(confirmed.body, 'trusted'))
  // Only then, since the first deletion that succeeds would leave nothing to ask again about.
  await stage.poll(
    () => stage.platform.externalAccounts.get(externalAccountId),
    ({ body }) => valueAt(body, 'trusted') === true,
  )
  const answer = await stage.platform.externalAccounts.delete(externalAccountId)
  expect(answer).toBeError(409)
})

check('TRU-10', 'a beneficiary that was not trusted, for a wrong code, is deleted', async (stage) => {
  const beneficiary = await untrustedBeneficiary(stage)
  const { externalAccountId } = beneficiary
  const challengeId = await trusting(stage, beneficiary)

  const confirmed = await stage.platform.externalAccounts.confirmTrust(externalAccountId, {
    challengeId,
    code: anotherCode(beneficiary),
  })

  expectRejectedUnlessAccepted(confirmed)
  const answer = await deletionUnlessTrusted(stage, beneficiary, confirmed)
  expect(answer).toSucceed()
})

check('TRU-14', 'the code of another customer does not untrust', async (stage) => {
  const beneficiary = await trustedBeneficiary(stage)
  const { externalAccountId } = beneficiary
  const other = await beneficiaryWithAnotherCode(stage, beneficiary)
  const challengeId = await untrusting(stage, beneficiary)
  await untrusting(stage, other)

  const answer = await stage.platform.externalAccounts.confirmUntrust(externalAccountId, {
    challengeId,
    code: other.code,
  })

  expect(answer).toBeError(...REJECTED)
})

check('TRU-15', 'a challenge that was confirmed does not untrust again', async (stage) => {
  const beneficiary = await trustedBeneficiary(stage)
  const { externalAccountId, code } = beneficiary
  const { externalAccounts } = stage.platform
  const earlier = await untrusting(stage, beneficiary)
  expect(await externalAccounts.confirmUntrust(externalAccountId, { challengeId: earlier, code })).toSucceed()
  await untilConsistent(stage)
  const challengeId = await trusting(stage, beneficiary)
  expect(await externalAccounts.confirmTrust(externalAccountId, { challengeId, code })).toSucceed()
  await untilConsistent(stage)

  const answer = await externalAccounts.confirmUntrust(externalAccountId, { challengeId: earlier, code })

  expect(answer).toBeError(...REJECTED)
})

check('TRU-16', 'the beginning of the code does not untrust', async (stage) => {
  const beneficiary = await trustedBeneficiary(stage)
  const { externalAccountId, code } = beneficiary
  const challengeId = await untrusting(stage, beneficiary)

  const answer = await stage.platform.externalAccounts.confirmUntrust(externalAccountId, {
    challengeId,
    code: code.slice(0, -1),
  })

  expect(answer).toBeError(...REJECTED)
})

check('TRU-17', 'untrusting a beneficiary leaves the others trusted', async (stage) => {
  const before = await trustedBeneficiary(stage)
  const changed = await trustedBeneficiary(stage)
  const after = await trustedBeneficiary(stage)

  await confirmUntrusting(stage, changed)

  expect(await deletion(stage, changed)).toSucceed()
  expect(await deletionOfTrusted(stage, before), 'the deletion of the beneficiary before').toBeError(409)
  expect(await deletionOfTrusted(stage, after), 'the deletion of the beneficiary after').toBeError(409)
})

check('TRU-18', 'trusting a beneficiary leaves the others untrusted', async (stage) => {
  const before = await untrustedBeneficiary(stage)
  const { externalAccountId, code } = await untrustedBeneficiary(stage)
  const after = await untrustedBeneficiary(stage)
  const challengeId = await trusting(stage, { externalAccountId, code })

  expect(
    await stage.platform.externalAccounts.confirmTrust(externalAccountId, { challengeId, code }),
  ).toSucceed()

  expect(await deletion(stage, before), 'the deletion of the beneficiary before').toSucceed()
  expect(await deletion(stage, after), 'the deletion of the beneficiary after').toSucceed()
})

check('TRU-12', 'an unknown account is not untrusted', async ({ platform, random }) => {
  const answer = await platform.externalAccounts.untrust(`ExternalAccount:${random.uuid()}`)

  expect(answer).toBeError(400, 403, 404, 422)
})
