import { randomBytes, randomInt } from 'node:crypto'
import { closedValues, fiatTypes, statesOf, type StateValues } from '../../spec/index.ts'
import type { ServerContext } from '../call.ts'
import type { ExternalAccount } from '../resources/payments.ts'
import { isAmong } from '../is-among.ts'
import { newCustomer } from './customer.ts'
import { newExternalAccount } from './external-account.ts'
import { named, oneOf, optionalText, text, Unsupported, type Params } from './params.ts'
import type { SetUps } from './states.ts'

/** The holder's name according to the payment rail, if it compared names. */
const NAMES: Readonly<Record<string, string>> = {
  MATCHED: 'Ada Example',
  PARTIAL_MATCH: 'A. Example',
  NOT_MATCHED: 'Bob Sample',
}

/** The currency of each account type of the contract. */
function currencyOf(accountType: string): string {
  if (accountType.startsWith('LIGHTNING')) return 'BTC'
  if (!isAmong(fiatTypes, accountType)) return 'USDC'
  // El Salvador no longer has its own currency.
  if (accountType === 'SLV_ACCOUNT') return 'USD'
  return /^([A-Z]{3})_/.exec(accountType)?.[1] ?? 'USD'
}

/** Details that no other account has. */
function newAccountInfo(
  accountType: string,
  beneficiaryType: 'INDIVIDUAL' | 'BUSINESS' = 'INDIVIDUAL',
): ExternalAccount['accountInfo'] {
  if (!isAmong(closedValues.AccountType, accountType))
    throw new Unsupported('accountType is one of the listed types.')
  if (!isAmong(fiatTypes, accountType))
    return { accountType, address: `0x${randomBytes(20).toString('hex')}` }
  const name = beneficiaryType === 'INDIVIDUAL' ? { fullName: 'Ada Example' } : { legalName: 'Example Ltd' }
  return {
    accountType,
    accountNumber: String(randomInt(1_000_000_000, 9_999_999_999)),
    beneficiary: { beneficiaryType, ...name },
  }
}

type Details = Parameters<typeof newExternalAccount>[4]

/** A new account of the named customer; default: a new customer. */
function newCustomerAccount(
  server: ServerContext,
  accountInfo: ExternalAccount['accountInfo'],
  details: Details = {},
  customerId = newCustomer(server).id,
): { readonly externalAccountId: string; readonly customerId: string } {
  const currency = currencyOf(accountInfo.accountType)
  const account = newExternalAccount(server, customerId, currency, accountInfo, {
    ownershipType: 'FIRST_PARTY',
    ...details,
  })
  return { externalAccountId: account.id, customerId }
}

function setUpAccountOfType(server: ServerContext, params: Params): StateValues['external-account-of-type'] {
  const beneficiaryType =
    params.beneficiaryType === undefined
      ? undefined
      : oneOf(params, 'beneficiaryType', ['INDIVIDUAL', 'BUSINESS'])
  return newCustomerAccount(server, newAccountInfo(text(params, 'accountType'), beneficiaryType))
}

const setUpAccountInStatus = (
  server: ServerContext,
  params: Params,
): StateValues['external-account-in-status'] =>
  newCustomerAccount(
    server,
    newAccountInfo('BASE_WALLET'),
    { status: oneOf(params, 'status', statesOf('External account')) },
    params.customerId === undefined
      ? newCustomer(server).id
      : named(server.store.customers, params, 'customerId').id,
  )

function setUpBeneficiaryVerification(
  server: ServerContext,
  params: Params,
): StateValues['beneficiary-verification'] {
  const result = oneOf(params, 'result', closedValues.BeneficiaryVerificationStatus)
  const fullName = NAMES[result]
  const account = newCustomerAccount(server, newAccountInfo('EUR_ACCOUNT'), {
    beneficiaryVerificationStatus: result,
    ...(fullName !== undefined && { beneficiaryVerifiedData: { fullName } }),
  })
  return { ...account, ...(fullName !== undefined && { fullName }) }
}

function setUpAccountRequest(server: ServerContext, params: Params): StateValues['external-account-request'] {
  const accountType = optionalText(params, 'accountType') ?? 'BASE_WALLET'
  const accountInfo = newAccountInfo(accountType)
  const body = { currency: currencyOf(accountType), ownershipType: 'FIRST_PARTY', accountInfo }
  if (params.ownedBy === 'PLATFORM') return { body }
  const customer =
    params.customerId === undefined
      ? newCustomer(server)
      : named(server.store.customers, params, 'customerId')
  if (params.counterpartyRequirements === true)
    server.store.customersUnderCounterpartyRequirements.add(customer.id)
  return { body: { customerId: customer.id, ...body }, customerId: customer.id }
}

export const externalAccountsStates = {
  'external-account-of-type': setUpAccountOfType,
  'external-account-in-status': setUpAccountInStatus,
  'beneficiary-verification': setUpBeneficiaryVerification,
  'external-account-request': setUpAccountRequest,
} satisfies Partial<SetUps>
