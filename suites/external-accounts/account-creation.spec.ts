/** External accounts are created (contract: Resources, external account; Functional areas, External Accounts). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import {
  acceptedRequest,
  accountRequest,
  accountTypeIn,
  created,
  createdAccount,
  createdWith,
  isCreatedWithout,
  withBeneficiary,
  withInfo,
  without,
} from './account-request.ts'
import { optionalValue } from './customer-account.ts'

/** Statuses of a rejection: the contract shows none for the creation of an account. */
const REJECTED = [400, 403, 422] as const

for (const accountType of ['EUR_ACCOUNT', 'BASE_WALLET'] as const) {
  check('EXT-15', `an account of type ${accountType} is created for a customer`, async (stage) => {
    const { body, customerId } = await accountRequest(stage, { accountType })

    const answer = await stage.platform.externalAccounts.create(body)

    const account = await createdAccount(stage, answer)
    expect(account).toHold({ 'accountInfo.accountType': accountTypeIn(body) })
    expect([customerId, undefined]).toContain(valueAt(account.body, 'customerId'))
  })
}

check('EXT-16', 'an account is created for the platform', async (stage) => {
  const { body } = await stage.arrange('external-account-request', { ownedBy: 'PLATFORM' })

  const answer = await stage.platform.externalAccounts.createForPlatform(body)

  const { id } = created(answer)
  expect(id).toEqual(expect.stringMatching(/^ExternalAccount:/))
  expect([null, undefined]).toContain(valueAt(answer.body, 'customerId'))
})

for (const ownershipType of ['FIRST_PARTY', 'THIRD_PARTY'] as const) {
  check('EXT-17', `an account is ${ownershipType} as it was created`, async (stage) => {
    const { body } = await accountRequest(stage)

    const answer = await stage.platform.externalAccounts.create({ ...body, ownershipType })

    const account = await createdAccount(stage, answer)
    expect(optionalValue(account, 'ownershipType')).toBe(ownershipType)
  })
}

check('EXT-18', 'an account has the identifier of the platform', async (stage) => {
  const { body } = await accountRequest(stage)
  const platformAccountId = stage.random.name()

  const answer = await stage.platform.externalAccounts.create({ ...body, platformAccountId })

  const account = await createdAccount(stage, answer)
  expect(optionalValue(account, 'platformAccountId')).toBe(platformAccountId)
})

check('EXT-19', 'an account is no default unless it is created as one', async (stage) => {
  const { body } = await accountRequest(stage)

  const answer = await stage.platform.externalAccounts.create(without(body, 'defaultUmaDepositAccount'))

  const account = await createdAccount(stage, answer)
  expect(account).toHold({ 'accountInfo.accountType': accountTypeIn(body) })
  expect([false, null, undefined]).toContain(valueAt(account.body, 'defaultUmaDepositAccount'))
})

check('EXT-20', 'an account is created as the default', async (stage) => {
  const { body } = await accountRequest(stage)

  const answer = await stage.platform.externalAccounts.create({ ...body, defaultUmaDepositAccount: true })

  const account = await createdAccount(stage, answer)
  expect(optionalValue(account, 'defaultUmaDepositAccount')).toBe(true)
})

check('EXT-23', 'a fiat account without beneficiary does not come to exist', async (stage) => {
  const body = await acceptedRequest(stage, { accountType: 'EUR_ACCOUNT' })

  const answer = await stage.platform.externalAccounts.create(withInfo(body, { beneficiary: undefined }))

  expect(answer).toHaveStatus(200, 201, 202, ...REJECTED)
  const isWithout = await isCreatedWithout(stage, answer, 'accountInfo.beneficiary')
  expect(isWithout, 'an account without beneficiary').toBe(false)
})

check('EXT-24', 'an account of a type that is not listed is refused', async (stage) => {
  const body = await acceptedRequest(stage, { accountType: 'EUR_ACCOUNT' })

  const answer = await stage.platform.externalAccounts.create(withInfo(body, { accountType: 'MOON_ACCOUNT' }))

  expect(answer).toBeError(...REJECTED)
})

check('EXT-25', 'an account with a beneficiaryType that there is not is refused', async (stage) => {
  const body = await acceptedRequest(stage, { accountType: 'EUR_ACCOUNT' })

  const answer = await stage.platform.externalAccounts.create(
    withBeneficiary(body, { beneficiaryType: 'DEITY' }),
  )

  expect(answer).toHaveStatus(200, 201, 202, ...REJECTED)
  const beneficiaryType = await createdWith(stage, answer, 'accountInfo.beneficiary.beneficiaryType')
  expect(['INDIVIDUAL', 'BUSINESS', null, undefined]).toContain(beneficiaryType)
})

check('EXT-26', 'an account with an ownershipType that there is not is refused', async (stage) => {
  const body = await acceptedRequest(stage)

  const answer = await stage.platform.externalAccounts.create({ ...body, ownershipType: 'SECOND_PARTY' })

  expect(answer).toHaveStatus(200, 201, 202, ...REJECTED)
  const ownershipType = await createdWith(stage, answer, 'ownershipType')
  expect(['FIRST_PARTY', 'THIRD_PARTY', null, undefined]).toContain(ownershipType)
})

check('EXT-27', 'an account without accountInfo is refused', async (stage) => {
  const body = await acceptedRequest(stage)

  const answer = await stage.platform.externalAccounts.create(without(body, 'accountInfo'))

  expect(answer).toBeError(...REJECTED)
})

check(
  'EXT-28',
  'a self-custody wallet without ownershipType is refused where it is required',
  async (stage) => {
    const body = await acceptedRequest(stage, { counterpartyRequirements: true })

    const answer = await stage.platform.externalAccounts.create(without(body, 'ownershipType'))

    expect(answer).toBeError(...REJECTED)
  },
)
