/** An external account as it is read (contract: Resources, external account). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { closedValues, fiatTypes, lightningTypes, statesOf, walletTypes } from '../../spec/index.ts'
import { expectRead } from '../expectations.ts'
import { optionalValue, readAccount } from './customer-account.ts'
import { createOfferedAccount, createOfferedAccounts } from './offered-accounts.ts'

check('EXT-04', 'an account is read under its id', async ({ arrange, platform, poll }) => {
  const { externalAccountId } = await arrange('external-account', {
    ownedBy: 'CUSTOMER',
    withoutChallenge: true,
  })

  const response = await poll(
    () => platform.externalAccounts.get(externalAccountId),
    ({ status }) => status === 200,
  )

  expectRead(response, externalAccountId)
})

check('EXT-05', 'an account of a customer names it', async ({ arrange, platform, poll }) => {
  const { externalAccountId, customerId } = await arrange('external-account', {
    ownedBy: 'CUSTOMER',
    withoutChallenge: true,
  })

  const account = await readAccount({ platform, poll }, externalAccountId)

  expect([customerId, undefined], 'customerId').toContain(valueAt(account.body, 'customerId'))
})

check('EXT-06', 'an account of the platform has no customer', async ({ arrange, platform, poll }) => {
  const { externalAccountId } = await arrange('external-account', {
    ownedBy: 'PLATFORM',
    withoutChallenge: true,
  })

  const account = await poll(
    () => platform.externalAccount(externalAccountId),
    ({ status }) => status === 200,
  )

  expect(account).toHaveStatus(200)
  expect([null, undefined], 'customerId').toContain(valueAt(account.body, 'customerId'))
})

for (const status of statesOf('External account')) {
  check('EXT-07', `an account is read as ${status}`, async ({ arrange, platform }) => {
    const { externalAccountId } = await arrange('external-account-in-status', { status })

    await expect(() => platform.externalAccounts.get(externalAccountId)).toReachStatus(status)
  })
}

check('EXT-08', 'the currency of every fiat account is an ISO 4217 code', async (context) => {
  const accounts = await createOfferedAccounts(context, fiatTypes)

  const currencies = accounts.map(({ account }) => valueAt(account.body, 'currency'))
  expect(currencies).toEqual(currencies.map(() => expect.stringMatching(/^[A-Z]{3}$/)))
})

for (const result of closedValues.BeneficiaryVerificationStatus) {
  check('EXT-09', `the result ${result} is read`, async (context) => {
    const { externalAccountId } = await context.arrange('beneficiary-verification', { result })

    const account = await readAccount(context, externalAccountId)

    expect(optionalValue(account, 'beneficiaryVerificationStatus')).toBe(result)
  })
}

for (const result of ['MATCHED', 'PARTIAL_MATCH'] as const) {
  check('EXT-10', `the verified name is read where the result is ${result}`, async (context) => {
    const { externalAccountId, fullName } = await context.arrange('beneficiary-verification', { result })

    const account = await readAccount(context, externalAccountId)

    const shown = optionalValue(account, 'beneficiaryVerifiedData.fullName')
    expect(shown).toBe(fullName ?? shown)
  })
}

for (const [kind, types] of [
  ['fiat account', fiatTypes],
  ['wallet', walletTypes],
] as const) {
  check('EXT-11', `a ${kind} is read with its type`, async (context) => {
    const accounts = await createOfferedAccounts(context, types)

    const read = accounts.map(({ account }) => valueAt(account.body, 'accountInfo.accountType'))
    expect(read).toEqual(accounts.map(({ accountType }) => accountType))
  })
}

check('EXT-12', 'every fiat account has a beneficiary', async (context) => {
  const accounts = await createOfferedAccounts(context, fiatTypes)

  const read = accounts.map(({ account }) => valueAt(account.body, 'accountInfo.beneficiary.beneficiaryType'))
  expect(read).toEqual(accounts.map(() => expect.stringMatching(/^(INDIVIDUAL|BUSINESS)$/)))
})

for (const beneficiaryType of ['INDIVIDUAL', 'BUSINESS'] as const) {
  check('EXT-13', `a beneficiary is read as ${beneficiaryType}`, async (context) => {
    const { account } = await createOfferedAccount(context, fiatTypes, beneficiaryType)

    expect(account).toMatchFields({ 'accountInfo.beneficiary.beneficiaryType': beneficiaryType })
  })
}

for (const accountType of lightningTypes) {
  check('EXT-14', `an account of type ${accountType} is read as one of Lightning`, async (context) => {
    const { externalAccountId } = await context.arrange('external-account-of-type', { accountType })

    const account = await readAccount(context, externalAccountId)

    expect(lightningTypes).toContain(valueAt(account.body, 'accountInfo.accountType'))
  })
}
