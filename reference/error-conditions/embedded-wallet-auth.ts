import { randomInt } from 'node:crypto'
import type { Setting } from '../call.ts'
import { setBasis } from '../operations/embedded-wallet-auth.ts'
import { askForSignature } from '../operations/wallet-signature.ts'
import { newCustomer } from '../provider-states/customer.ts'
import {
  newCredential,
  newEmbeddedWallet,
  newWalletKey,
  type WalletKey,
} from '../provider-states/embedded-wallet.ts'
import { walletStamp } from '../provider-states/wallet-stamp.ts'
import type { ErrorConditions, ErrorRequest } from './error-condition.ts'

const newWallet = (setting: Setting) => newEmbeddedWallet(setting, newCustomer(setting).id, 'USD')

const newAddress = (setting: Setting) =>
  `${setting.rules.newId('Customer').slice(-12)}@example.com`.toLowerCase()
const newNumber = () => `+1555${randomInt(1_000_000, 10_000_000)}`

/** Registers a credential on the account. */
const registration = (accountId: string, credential: Readonly<Record<string, unknown>>): ErrorRequest => ({
  method: 'POST',
  path: '/auth/credentials',
  auth: 'PLATFORM',
  body: { accountId, ...credential },
})

const passkey = (credentialId: string) => ({
  type: 'PASSKEY',
  nickname: 'Telephone',
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
    headers: {
      'Service-Wallet-Signature': walletStamp(key, asked.payloadToSign),
      'Request-Id': asked.id,
    },
  }
}

export const embeddedWalletAuthErrorConditions = {
  EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: (setting) => {
    const { account } = newWallet(setting)
    newCredential(setting, account.id, 'EMAIL_OTP', newAddress(setting))
    return registration(account.id, { type: 'EMAIL_OTP', email: newAddress(setting) })
  },

  SMS_OTP_CREDENTIAL_ALREADY_EXISTS: (setting) => {
    const { account } = newWallet(setting)
    newCredential(setting, account.id, 'SMS_OTP', newNumber())
    return registration(account.id, { type: 'SMS_OTP', phoneNumber: newNumber() })
  },

  PASSKEY_CREDENTIAL_ALREADY_EXISTS: (setting) => {
    const { account } = newWallet(setting)
    const credentialId = Buffer.from(account.id).toString('base64url')
    newCredential(setting, account.id, 'PASSKEY', credentialId)
    return registration(account.id, passkey(credentialId))
  },

  WALLET_SIGNATURE_MISSING: (setting) =>
    signedExport(setting, ({ requestId }) => ({ 'Request-Id': requestId })),

  WALLET_SIGNATURE_MALFORMED: (setting) =>
    signedExport(setting, ({ requestId }) => ({
      'Request-Id': requestId,
      'Service-Wallet-Signature': 'signed by me',
    })),

  WALLET_SIGNATURE_BODY_MISMATCH: (setting) =>
    signedExport(setting, ({ requestId, payloadToSign, key }) => ({
      'Request-Id': requestId,
      'Service-Wallet-Signature': walletStamp(key, payloadToSign.replace('export', 'delete')),
    })),

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
    return registration(newWallet(setting).account.id, { type: 'EMAIL_OTP', email })
  },

  SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS: (setting) => {
    const phoneNumber = newNumber()
    newCredential(setting, newWallet(setting).account.id, 'SMS_OTP', phoneNumber)
    return registration(newWallet(setting).account.id, { type: 'SMS_OTP', phoneNumber })
  },

  EMAIL_OTP_CREDENTIAL_SET_CHANGED: (setting) =>
    deletionOutrun(setting, 'EMAIL_OTP', () => newAddress(setting)),

  SMS_OTP_CREDENTIAL_SET_CHANGED: (setting) => deletionOutrun(setting, 'SMS_OTP', newNumber),

  PASSKEY_ALREADY_ENROLLED: (setting) => {
    const { account } = newWallet(setting)
    newCredential(setting, account.id, 'PASSKEY', 'first-telephone')
    return registration(account.id, passkey('second-telephone'))
  },

  /** The wallet of an account that was opened is still being made. */
  WALLET_NOT_PROVISIONED: (setting) => {
    const { account } = newEmbeddedWallet(setting, newCustomer(setting).id, 'USD', { provisioned: false })
    return registration(account.id, { type: 'EMAIL_OTP', email: newAddress(setting) })
  },
} satisfies ErrorConditions
