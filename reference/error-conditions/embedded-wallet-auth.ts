import { randomInt } from 'node:crypto'
import type { Setting } from '../call.ts'
import { setBasis } from '../operations/embedded-wallet-auth.ts'
import { newQuote } from '../operations/new-quote.ts'
import { askForSignature } from '../operations/wallet-signature.ts'
import { newCustomer } from '../provider-states/customer.ts'
import {
  newCredential,
  newEmbeddedWallet,
  newWalletKey,
  type WalletKey,
} from '../provider-states/embedded-wallet.ts'
import { newPayer } from '../provider-states/quote.ts'
import { walletStamp } from '../provider-states/wallet-stamp.ts'
import type { SignatureRequest } from '../resources/embedded-wallet-auth.ts'
import type { ErrorConditions, ErrorRequest } from './error-condition.ts'
import { toldWith } from './told-with.ts'

const newWallet = (setting: Setting) => newEmbeddedWallet(setting, newCustomer(setting).id, 'USD')

const newAddress = (setting: Setting) =>
  `${setting.rules.newId('Customer').slice(-12)}@example.com`.toLowerCase()
const newNumber = () => `+1555${randomInt(1_000_000, 10_000_000)}`

/** Registers a credential on the wallet; signed, where that is a signed action. */
function registration(
  setting: Setting,
  { account: { id: accountId }, key }: ReturnType<typeof newWallet>,
  credential: Readonly<Record<string, unknown>> & { readonly type: string },
): ErrorRequest {
  const request: ErrorRequest = {
    method: 'POST',
    path: '/auth/credentials',
    auth: 'PLATFORM',
    body: { accountId, ...credential },
  }
  if (!setting.rules.registrationIsSigned()) return request
  const subject = `createCredential ${accountId} ${credential.type}`
  const asked = askForSignature(setting, { accountId, subject, basis: '[]' })
  return { ...request, headers: signedHeaders(key, asked) }
}

const signedHeaders = (key: WalletKey, { id, payloadToSign }: SignatureRequest) => ({
  'Service-Wallet-Signature': walletStamp(key, payloadToSign),
  'Request-Id': id,
})

const passkey = (credentialId: string) => ({
  type: 'PASSKEY',
  nickname: 'Telephone',
  challenge: Buffer.from(credentialId).toString('base64url'),
  attestation: { credentialId },
})

/** The export of a wallet in its second step, where only the headers are still to be told. */
function signedExport(
  setting: Setting,
  headers: (asked: {
    readonly requestId: string
    readonly payloadToSign: string
    readonly key: WalletKey
  }) => Readonly<Record<string, string>>,
): ErrorRequest {
  const { account, key } = newWallet(setting)
  const asked = askForSignature(setting, {
    accountId: account.id,
    subject: `exportInternalAccount ${account.id}`,
    basis: '[]',
  })
  return {
    method: 'POST',
    path: `/internal-accounts/${account.id}/export`,
    auth: 'PLATFORM',
    body: { targetPublicKey: key.publicKey },
    headers: headers({ requestId: asked.id, payloadToSign: asked.payloadToSign, key }),
  }
}

/** A credential is to be deleted, and has been replaced by another since the signature was asked for. */
function deletionOutrun(setting: Setting, type: 'EMAIL_OTP' | 'SMS_OTP', newTie: () => string): ErrorRequest {
  const { account, key } = newWallet(setting)
  const id = newCredential(setting, account.id, type, newTie())
  const asked = askForSignature(setting, {
    accountId: account.id,
    subject: `deleteCredential ${id}`,
    basis: setBasis(setting, account.id, type),
  })
  setting.store.credentials.delete(id)
  newCredential(setting, account.id, type, newTie())
  return {
    method: 'DELETE',
    path: `/auth/credentials/${id}`,
    auth: 'PLATFORM',
    headers: signedHeaders(key, asked),
  }
}

export const embeddedWalletAuthErrorConditions = {
  EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: (setting) => {
    const wallet = newWallet(setting)
    const { account } = wallet
    newCredential(setting, account.id, 'EMAIL_OTP', newAddress(setting))
    return registration(setting, wallet, { type: 'EMAIL_OTP', email: newAddress(setting) })
  },

  SMS_OTP_CREDENTIAL_ALREADY_EXISTS: (setting) => {
    const wallet = newWallet(setting)
    const { account } = wallet
    newCredential(setting, account.id, 'SMS_OTP', newNumber())
    return registration(setting, wallet, { type: 'SMS_OTP', phoneNumber: newNumber() })
  },

  PASSKEY_CREDENTIAL_ALREADY_EXISTS: (setting) => {
    const wallet = newWallet(setting)
    const { account } = wallet
    const credentialId = Buffer.from(account.id).toString('base64url')
    newCredential(setting, account.id, 'PASSKEY', credentialId)
    const request = registration(setting, wallet, passkey(credentialId))
    return toldWith('PASSKEY_CREDENTIAL_ALREADY_EXISTS', setting.rules.passkeyCredentialExists(), request)
  },

  /** A quote from an embedded wallet is executed, and not signed. */
  WALLET_SIGNATURE_MISSING: (setting) => {
    const { customerId, destinationAccountId } = newPayer(setting)
    const { account } = newEmbeddedWallet(setting, customerId, setting.rules.ordinaryCorridor().sending)
    const owner = setting.rules.platformAsOwner()
    const { id } = newQuote(
      setting,
      { owner, agent: undefined },
      {
        source: { sourceType: 'ACCOUNT', accountId: account.id },
        destination: { destinationType: 'ACCOUNT', accountId: destinationAccountId },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 100_000,
      },
    )
    return {
      method: 'POST',
      path: `/quotes/${id}/execute`,
      auth: 'PLATFORM',
      headers: { 'Request-Id': setting.rules.newId('Request') },
    }
  },

  WALLET_SIGNATURE_MALFORMED: (setting) =>
    signedExport(setting, ({ requestId }) => ({
      'Request-Id': requestId,
      'Service-Wallet-Signature': 'signed by me',
    })),

  WALLET_SIGNATURE_BODY_MISMATCH: (setting) =>
    toldWith(
      'WALLET_SIGNATURE_BODY_MISMATCH',
      setting.rules.walletSignatureMismatch(),
      signedExport(setting, ({ requestId, payloadToSign, key }) => ({
        'Request-Id': requestId,
        'Service-Wallet-Signature': walletStamp(key, payloadToSign.replace('export', 'delete')),
      })),
    ),

  WALLET_SIGNATURE_INVALID: (setting) =>
    signedExport(setting, ({ requestId, payloadToSign }) => ({
      'Request-Id': requestId,
      'Service-Wallet-Signature': walletStamp(newWalletKey(), payloadToSign),
    })),

  REQUEST_ID_MISSING: (setting) =>
    signedExport(setting, ({ payloadToSign, key }) => ({
      'Service-Wallet-Signature': walletStamp(key, payloadToSign),
    })),

  AUTH_METHOD_NOT_FOUND: (setting) => ({
    method: 'DELETE',
    path: `/auth/credentials/${setting.rules.newId('Credential')}`,
    auth: 'PLATFORM',
  }),

  SESSION_NOT_FOUND: (setting) => ({
    method: 'DELETE',
    path: `/auth/sessions/${setting.rules.newId('Session')}`,
    auth: 'PLATFORM',
  }),

  EMAIL_OTP_EMAIL_ALREADY_EXISTS: (setting) => {
    const email = newAddress(setting)
    newCredential(setting, newWallet(setting).account.id, 'EMAIL_OTP', email)
    return registration(setting, newWallet(setting), { type: 'EMAIL_OTP', email })
  },

  SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS: (setting) => {
    const phoneNumber = newNumber()
    newCredential(setting, newWallet(setting).account.id, 'SMS_OTP', phoneNumber)
    return registration(setting, newWallet(setting), { type: 'SMS_OTP', phoneNumber })
  },

  EMAIL_OTP_CREDENTIAL_SET_CHANGED: (setting) =>
    deletionOutrun(setting, 'EMAIL_OTP', () => newAddress(setting)),

  SMS_OTP_CREDENTIAL_SET_CHANGED: (setting) => deletionOutrun(setting, 'SMS_OTP', newNumber),

  PASSKEY_ALREADY_ENROLLED: (setting) => {
    const wallet = newWallet(setting)
    const { account } = wallet
    newCredential(setting, account.id, 'PASSKEY', 'first-telephone')
    const request = registration(setting, wallet, passkey('second-telephone'))
    return toldWith('PASSKEY_ALREADY_ENROLLED', setting.rules.passkeyEnrolled(), request)
  },

  /** The wallet of an account that was opened is still being made. */
  WALLET_NOT_PROVISIONED: (setting) => {
    const wallet = newEmbeddedWallet(setting, newCustomer(setting).id, 'USD', { provisioned: false })
    return registration(setting, wallet, { type: 'EMAIL_OTP', email: newAddress(setting) })
  },
} satisfies ErrorConditions
