/** External accounts are created (contract: Resources, external account; Functional areas, External Accounts). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { fiatTypes } from '../../spec/index.ts'
import {
  arrangeAcceptedRequest,
  arrangeAccountRequest,
  accountTypeIn,
  created,
  readCreatedAccount,
  readCreatedValue,
  isCreatedWithout,
  withBeneficiary,
  withInfo,
  without,
  typesCreatedWithoutBeneficiary,
} from './account-request.ts'
import { optionalValue, readAccount } from './customer-account.ts'
import {
  expectBeneficiary,
  expectCreationRejected,
  expectKnownBeneficiaryType,
  expectKnownOwnershipType,
  expectRejectedOrCreated,
} from './expectations.ts'

/** Statuses of a rejection: the contract shows none for the creation of an account. */
for (const accountType of ['EUR_ACCOUNT', 'BASE_WALLET'] as const) {
  check('EXT-15', `an account of type ${accountType} is created for a customer`, async (context) => {
    const { body, customerId } = await arrangeAccountRequest(context, { accountType })

    const response = await context.platform.externalAccounts.create(body)

    const account = await readCreatedAccount(context, response)
    expect(account).toMatchFields({ 'accountInfo.accountType': accountTypeIn(body) })
    expect([customerId, undefined], 'customerId').toContain(valueAt(account.body, 'customerId'))
  })
}

check('EXT-16', 'an account is created for the platform', async (context) => {
  const { body } = await context.arrange('external-account-request', { ownedBy: 'PLATFORM' })

  const response = await context.platform.externalAccounts.createForPlatform(body)

  const { id } = created(response)
  expect(id).toEqual(expect.stringMatching(/^ExternalAccount:/))
  expect([null, undefined], 'customerId').toContain(valueAt(response.body, 'customerId'))
})

for (const ownershipType of ['FIRST_PARTY', 'THIRD_PARTY'] as const) {
  check('EXT-17', `an account is ${ownershipType} as requested`, async (context) => {
    const { body } = await arrangeAccountRequest(context)

    const response = await context.platform.externalAccounts.create({ ...body, ownershipType })

    const account = await readCreatedAccount(context, response)
    expect(optionalValue(account, 'ownershipType')).toBe(ownershipType)
  })
}

check('EXT-18', 'an account has the identifier of the platform', async (context) => {
  const { body } = await arrangeAccountRequest(context)
  const platformAccountId = context.random.name()

  const response = await context.platform.externalAccounts.create({ ...body, platformAccountId })

  const account = await readCreatedAccount(context, response)
  expect(optionalValue(account, 'platformAccountId')).toBe(platformAccountId)
})

check(
  'EXT-18',
  'an account is read with the identifier of the platform',
  { operations: ['getCustomerExternalAccount'] },
  async (context) => {
    const { body } = await arrangeAccountRequest(context)
    const platformAccountId = context.random.name()
    const { id } = created(await context.platform.externalAccounts.create({ ...body, platformAccountId }))

    const account = await readAccount(context, id)

    expect(optionalValue(account, 'platformAccountId')).toBe(platformAccountId)
  },
)

check('EXT-19', 'an account is not the default unless requested', async (context) => {
  const { body } = await arrangeAccountRequest(context)

  const response = await context.platform.externalAccounts.create(without(body, 'defaultUmaDepositAccount'))

  const account = await readCreatedAccount(context, response)
  expect(account).toMatchFields({ 'accountInfo.accountType': accountTypeIn(body) })
  expect([false, null, undefined], 'defaultUmaDepositAccount').toContain(
    valueAt(account.body, 'defaultUmaDepositAccount'),
  )
})

check('EXT-20', 'an account is created as the default', async (context) => {
  const { body } = await arrangeAccountRequest(context)

  const response = await context.platform.externalAccounts.create({ ...body, defaultUmaDepositAccount: true })

  const account = await readCreatedAccount(context, response)
  expect(optionalValue(account, 'defaultUmaDepositAccount')).toBe(true)
})

check('EXT-23', 'a fiat account without a beneficiary is not created', async (context) => {
  const body = await arrangeAcceptedRequest(context, { accountType: 'EUR_ACCOUNT' })

  const response = await context.platform.externalAccounts.create(withInfo(body, { beneficiary: undefined }))

  expectRejectedOrCreated(response)
  const isWithout = await isCreatedWithout(context, response, 'accountInfo.beneficiary')
  expectBeneficiary(isWithout)
})

check('EXT-78', 'an account of any fiat type without a beneficiary is not created', async (context) => {
  const without = await typesCreatedWithoutBeneficiary(context, fiatTypes)

  expect(without, 'types of accounts without a beneficiary').toEqual([])
})

check('EXT-24', 'an account of a type that is not listed is rejected', async (context) => {
  const body = await arrangeAcceptedRequest(context, { accountType: 'EUR_ACCOUNT' })

  const response = await context.platform.externalAccounts.create(
    withInfo(body, { accountType: 'MOON_ACCOUNT' }),
  )

  expectCreationRejected(response)
})

check('EXT-25', 'an account with an invalid beneficiaryType is rejected', async (context) => {
  const body = await arrangeAcceptedRequest(context, { accountType: 'EUR_ACCOUNT' })

  const response = await context.platform.externalAccounts.create(
    withBeneficiary(body, { beneficiaryType: 'DEITY' }),
  )

  expectRejectedOrCreated(response)
  const beneficiaryType = await readCreatedValue(context, response, 'accountInfo.beneficiary.beneficiaryType')
  expectKnownBeneficiaryType(beneficiaryType)
})

check('EXT-26', 'an account with an invalid ownershipType is rejected', async (context) => {
  const body = await arrangeAcceptedRequest(context)

  const response = await context.platform.externalAccounts.create({ ...body, ownershipType: 'SECOND_PARTY' })

  expectRejectedOrCreated(response)
  const ownershipType = await readCreatedValue(context, response, 'ownershipType')
  expectKnownOwnershipType(ownershipType)
})

check('EXT-27', 'an account without accountInfo is rejected', async (context) => {
  const body = await arrangeAcceptedRequest(context)

  const response = await context.platform.externalAccounts.create(without(body, 'accountInfo'))

  expectCreationRejected(response)
})

check(
  'EXT-28',
  'a self-custody wallet without ownershipType is rejected if it is required',
  async (context) => {
    const body = await arrangeAcceptedRequest(context, { counterpartyRequirements: true })

    const response = await context.platform.externalAccounts.create(without(body, 'ownershipType'))

    expectCreationRejected(response)
  },
)
