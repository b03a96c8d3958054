import type { PlatformOperation, ServerContext } from '../call.ts'
import { Refused } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import type { Credential, CredentialType } from '../resources/embedded-wallet-auth.ts'
import type { InternalAccount } from '../resources/payments.ts'
import { stored } from '../store.ts'
import { inTwoSteps } from './wallet-signature.ts'

const TYPES: readonly CredentialType[] = ['EMAIL_OTP', 'SMS_OTP', 'PASSKEY', 'OAUTH']

const credentialBody = ({ id, accountId, type }: Credential) => ({ id, accountId, type })

const credentialsOn = ({ store }: ServerContext, accountIds: readonly string[]): readonly Credential[] =>
  [...store.credentials.values()].filter(({ accountId }) => accountIds.includes(accountId))

/** The provisioned wallet of the account. */
export function embeddedWallet({ rules, store }: ServerContext, accountId: unknown): InternalAccount {
  const account = store.internalAccounts.get(String(accountId))
  if (!account) throw new Refused(rules.internalAccountNotFound)
  const wallet = store.embeddedWallets.get(account.id)
  if (!wallet) throw new Refused(rules.accountIsNoEmbeddedWallet)
  if (!wallet.provisioned) throw new Refused(rules.walletNotProvisioned)
  return account
}

const listCredentials: PlatformOperation = ({ rules, store }, { query }) => ({
  status: 200,
  body: {
    data: rules.credentialsListed(store.credentials.values(), query.accountId).map(credentialBody),
  },
})

/** Registering a passkey also logs in. */
function beginSession({ rules, store }: ServerContext, accountId: string): void {
  const id = rules.newId('Session')
  store.walletSessions.set(id, { id, accountId })
}

const createCredential: PlatformOperation = async (server, call) => {
  const { rules, store } = server
  const body = call.body()
  const type = TYPES.find((known) => known === body.type)
  if (type === undefined) throw invalidField(server, 'type')
  const account = embeddedWallet(server, body.accountId)
  const tiedTo = rules.credentialTiedTo(type, body)
  if (tiedTo === undefined) throw invalidField(server, 'accountId')
  const kept = () => {
    const id = rules.newId('Credential')
    const publicKey = type === 'PASSKEY' ? rules.passkeyPublicKey(body.attestation) : undefined
    const credential = { id, accountId: account.id, type, tiedTo, publicKey }
    store.credentials.set(id, credential)
    if (publicKey !== undefined) beginSession(server, account.id)
    return { status: 201, body: credentialBody(credential) }
  }
  const registered = () => {
    refuseOneTooMany(server, account, type, tiedTo)
    return kept()
  }
  if (!rules.registrationIsSigned) {
    refuseOneTooMany(server, account, type, tiedTo)
    const wait = rules.before('createCredential')
    if (wait) await wait
    return kept()
  }
  const subject = `createCredential ${account.id} ${type}`
  return inTwoSteps(server, call, { accountId: account.id, subject, basis: '[]' }, registered)
}

/** Contract: Limits, credentials per internal account, passkeys; Errors, 400 and 409 codes. */
function refuseOneTooMany(
  server: ServerContext,
  { id, customerId }: InternalAccount,
  type: CredentialType,
  tiedTo: string,
): void {
  const { rules, store } = server
  const onAccount = credentialsOn(server, [id])
  if (type === 'EMAIL_OTP' || type === 'SMS_OTP') {
    if (rules.otpCredentialsOf(onAccount, type).length > 0) throw new Refused(rules.otpCredentialExists(type))
    if (rules.isTiedElsewhere(store.credentials.values(), type, tiedTo)) {
      throw new Refused(type === 'EMAIL_OTP' ? rules.emailIsTied : rules.phoneNumberIsTied)
    }
  }
  if (type === 'PASSKEY') {
    if (rules.passkeyIsRegistered(onAccount, tiedTo)) throw new Refused(rules.passkeyCredentialExists)
    const accounts = [...store.internalAccounts.values()].filter((one) => one.customerId === customerId)
    const ofCustomer = credentialsOn(
      server,
      accounts.map((account) => account.id),
    )
    if (rules.customerHasPasskey(ofCustomer, id)) throw new Refused(rules.passkeyEnrolled)
  }
}

const deleteCredential: PlatformOperation = (server, call) => {
  const { rules, store } = server
  const id = call.parameter('id')
  const retried = store.signatureRequests.get(call.header('request-id') ?? '')
  const changed = retried && changedSet(server, id, retried.basis)
  if (changed) throw new Refused(rules.credentialSetChanged(changed))
  const credential = store.credentials.get(id)
  if (!credential) throw new Refused(rules.credentialNotFound)
  const { accountId, type } = credential
  const basis = setBasis(server, accountId, type)
  return inTwoSteps(server, call, { accountId, subject: `deleteCredential ${id}`, basis }, () => {
    for (const deleted of rules.affected('deleteCredential', credential, store.credentials.values()))
      store.credentials.delete(deleted.id)
    return { status: 204, body: undefined }
  })
}

/** The ids of the account's credentials of the same type. */
export const setBasis = (server: ServerContext, accountId: string, type: CredentialType): string =>
  JSON.stringify([
    accountId,
    type,
    server.rules
      .otpCredentialsOf(credentialsOn(server, [accountId]), type)
      .map(({ id }) => id)
      .toSorted(),
  ])

/** The type of one-time code whose set of credentials has changed since the signature request. */
function changedSet(
  server: ServerContext,
  credentialId: string,
  basis: string,
): 'EMAIL_OTP' | 'SMS_OTP' | undefined {
  const [accountId, type, ids] = JSON.parse(basis) as [string, CredentialType, readonly string[]]
  if ((type !== 'EMAIL_OTP' && type !== 'SMS_OTP') || !ids.includes(credentialId)) return undefined
  return setBasis(server, accountId, type) === basis ? undefined : type
}

const listAuthSessions: PlatformOperation = ({ store }, { query }) => ({
  status: 200,
  body: {
    data: [...store.walletSessions.values()]
      .filter(({ accountId }) => accountId === query.accountId)
      .map(({ id, accountId }) => ({ id, accountId })),
  },
})

const revokeAuthSession: PlatformOperation = (server, call) => {
  const { rules, store } = server
  const id = call.parameter('id')
  if (!store.walletSessions.has(id)) throw new Refused(rules.sessionNotFound)
  const { accountId } = stored(store.walletSessions, id)
  return inTwoSteps(server, call, { accountId, subject: `revokeAuthSession ${id}`, basis: '[]' }, () => {
    store.walletSessions.delete(id)
    return { status: 204, body: undefined }
  })
}

/** Operations of embedded wallet auth, by the names of their bindings and the credentials they take. */
export const embeddedWalletAuthOperations = {
  platform: { listCredentials, createCredential, deleteCredential, listAuthSessions, revokeAuthSession },
  agent: {},
  open: {},
}
