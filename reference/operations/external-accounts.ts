import type { Call, PlatformOperation, ServerContext } from '../call.ts'
import { Refused } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { newExternalAccount, startWalletChallenge } from '../provider-states/external-account.ts'
import { externalAccountBody } from '../representations.ts'
import type { Chain, ExternalAccount, OwnershipType } from '../resources/payments.ts'
import { SENDER } from './welcome.ts'

const CHALLENGE_LIFETIME_MS = 600_000

const createPlatformExternalAccount: PlatformOperation = (server, call) => created(server, call, null)

const createCustomerExternalAccount: PlatformOperation = (server, call) => {
  const { customerId } = call.body()
  if (typeof customerId !== 'string') throw invalidField(server, 'customerId')
  if (!server.store.customers.has(customerId))
    throw new Refused(server.rules.customerOfExternalAccountNotFound)
  return created(server, call, customerId)
}

function created(server: ServerContext, call: Call, customerId: string | null) {
  const { rules, store } = server
  const body = call.body()
  const required = customerId !== null && store.customersUnderCounterpartyRequirements.has(customerId)
  const errors = rules.externalAccountFieldErrors(body, required)
  if (errors.length > 0) throw new Refused(rules.invalidFields(errors))
  const accountInfo = body.accountInfo as ExternalAccount['accountInfo']
  if (rules.bankAccountIsRefused(accountInfo, store)) throw new Refused(rules.bankAccountInvalid)
  const others = [...store.externalAccounts.values()]
  if (others.some((account) => rules.isEquivalent(account, customerId, accountInfo)))
    throw new Refused(rules.externalAccountDuplicate)

  const isSecondDefault = rules.isDefaultUmaDepositAccount(body) && others.some(isDefaultOf(customerId))
  if (isSecondDefault && rules.secondDefaultIs === 'REFUSED') throw new Refused(rules.secondDefaultRefused)
  const account = newExternalAccount(server, customerId, body.currency as string, accountInfo, {
    ownershipType: body.ownershipType as OwnershipType | undefined,
    defaultUmaDepositAccount:
      rules.isDefaultUmaDepositAccount(body) && !(isSecondDefault && rules.secondDefaultIs === 'NONE'),
    ...(typeof body.platformAccountId === 'string' && { platformAccountId: body.platformAccountId }),
  })
  if (customerId !== null && ASKING_CURRENCIES.includes(account.currency))
    store.payerDataDemands.set(account.id, SENDER)
  if (account.defaultUmaDepositAccount === true)
    for (const earlier of rules.defaultsBeside(account, store)) earlier.defaultUmaDepositAccount = false
  return { status: 201, body: externalAccountBody(account) }
}

/** Banks in these countries require data about the payer. */
const ASKING_CURRENCIES = ['INR']

const isDefaultOf = (customerId: string | null) => (account: ExternalAccount) =>
  account.customerId === customerId && account.defaultUmaDepositAccount === true

const PAGE_SIZE = 100

const listCustomerExternalAccounts: PlatformOperation = ({ rules, store }, { query }) => {
  const listed = rules.externalAccountsListed(rules.storeToRead(store), query.customerId)
  const start = rules.externalAccountsPageStart(query.cursor)
  const size = Math.min(Math.max(Number(query.limit ?? 20), 1), PAGE_SIZE)
  const data = listed.slice(start, start + size).map(externalAccountBody)
  const end = start + data.length
  const hasMore = end < listed.length
  return {
    status: 200,
    body: { data, hasMore, ...(hasMore && { nextCursor: String(end) }), totalCount: listed.length },
  }
}

const getCustomerExternalAccount: PlatformOperation = ({ rules, store }, call) => {
  const account = rules.customerExternalAccount(rules.storeToRead(store), call.parameter('externalAccountId'))
  if (!account) throw new Refused(rules.externalAccountNotFound)
  return { status: 200, body: externalAccountBody(account) }
}

const deleteCustomerExternalAccount: PlatformOperation = (server, call) => {
  const { rules, store } = server
  const account = accountOf(server, call)
  if (!rules.beneficiaryMayBeDeleted(account)) throw new Refused(rules.beneficiaryTrusted)
  rules.externalAccountDeleted(store, account)
  return { status: 204, body: undefined }
}

const asking =
  (purpose: 'TRUST' | 'UNTRUST'): PlatformOperation =>
  (server, call) => {
    const { rules, store } = server
    const account = accountOf(server, call)
    if (rules.bankAccountIsInValidation(account, store)) throw new Refused(rules.bankAccountValidationPending)
    const challenge = { id: rules.newId('TrustChallenge'), accountId: account.id, purpose }
    store.trustChallenges.set(challenge.id, challenge)
    account.trusted = rules.trustedOnceAsked(account, purpose)
    return { status: 201, body: { challengeId: challenge.id, factor: 'SMS_OTP' } }
  }

const confirming =
  (purpose: 'TRUST' | 'UNTRUST'): PlatformOperation =>
  (server, call) => {
    const { rules, store } = server
    const account = accountOf(server, call)
    const { challengeId, code } = call.body()
    const challenge = store.trustChallenges.get(String(challengeId))
    if (!challenge || !rules.trustChallengeIsOf(challenge, account.id, purpose))
      throw new Refused(rules.trustChallengeUnknown)
    if (!rules.trustCodeIsRight(code, store.trustCodes.get(account.id), store.trustCodes))
      throw new Refused(rules.trustCodeRefused)
    if (!rules.trustChallengeSurvives) store.trustChallenges.delete(challenge.id)
    const operation = purpose === 'TRUST' ? 'confirmTrust' : 'confirmUntrust'
    for (const confirmed of rules.affected(operation, account, store.externalAccounts.values())) {
      confirmed.trusted = rules.trustedOnceConfirmed(purpose)
    }
    return { status: 200, body: rules.trustTold(account) }
  }

function accountOf({ rules, store }: ServerContext, call: Call): ExternalAccount {
  const account = rules.customerExternalAccount(store, call.parameter('externalAccountId'))
  if (!account) throw new Refused(rules.externalAccountNotFound)
  return account
}

const startOwnershipChallenge: PlatformOperation = (server, call) => {
  const { rules, store, now } = server
  const { method } = call.body()
  const account = rules.accountToVerify(store.externalAccounts, call.parameter('externalAccountId'))
  if (!account) throw new Refused(rules.externalAccountNotFound)
  if (method !== 'WALLET_SIGNATURE' && method !== 'LIVENESS') throw invalidField(server, 'method')
  const refusal = rules.refusalOfChallenge(account)
  if (refusal) throw new Refused(refusal)
  if (method === 'WALLET_SIGNATURE') {
    const challenge = startWalletChallenge(server, account, chainOf(account), addressOf(server, account))
    return { status: 201, body: { method, ...challenge } }
  }
  account.status = rules.statusWithChallenge
  account.challenge = { method, outstanding: true }
  const expiresAt = rules.serialiseTimestamp(now() + CHALLENGE_LIFETIME_MS)
  return { status: 201, body: { method, verificationLink: 'https://verify.example/liveness', expiresAt } }
}

const CHAINS: Readonly<Record<string, Chain>> = { SOLANA_WALLET: 'SOLANA', LIGHTNING: 'BITCOIN' }

const chainOf = ({ accountInfo }: ExternalAccount): Chain => CHAINS[accountInfo.accountType] ?? 'EVM'

function addressOf(server: ServerContext, { accountInfo: { address } }: ExternalAccount): string {
  if (typeof address !== 'string') throw invalidField(server, 'accountInfo.address')
  return address
}

/** Operations of external accounts, by the names of their bindings and the credentials they take. */
export const externalAccountsOperations = {
  platform: {
    createPlatformExternalAccount,
    startOwnershipChallenge,
    createCustomerExternalAccount,
    listCustomerExternalAccounts,
    getCustomerExternalAccount,
    deleteCustomerExternalAccount,
    trustBeneficiary: asking('TRUST'),
    confirmTrust: confirming('TRUST'),
    untrustBeneficiary: asking('UNTRUST'),
    confirmUntrust: confirming('UNTRUST'),
  },
  agent: {},
  open: {},
}
