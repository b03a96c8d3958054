import { randomInt } from 'node:crypto'
import type { ServerContext } from '../call.ts'
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
import { requireCode } from './require-code.ts'

const newWallet = (server: ServerContext) => newEmbeddedWallet(server, newCustomer(server).id, 'USD')

const newAddress = (server: ServerContext) =>
  `${server.rules.newId('Customer').slice(-12)}@example.com`.toLowerCase()
const newNumber = () => `+1555${randomInt(1_000_000, 10_000_000)}`

/** Registers a credential on the wallet; signed, if that is a signed action. */
function registration(
  server: ServerContext,
  { account: { id: accountId }, key }: ReturnType<typeof newWallet>,
  credential: Readonly<Record<string, unknown>> & { readonly type: string },
): ErrorRequest {
  const request: ErrorRequest = {
    method: 'POST',
    path: '/auth/credentials',
    auth: 'PLATFORM',
    body: { accountId, ...credential },
  }
  if (!server.rules.registrationIsSigned) return request
  const subject = `createCredential ${accountId} ${credential.type}`
  const asked = askForSignature(server, { accountId, subject, basis: '[]' })
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

/** The second step of the export of a wallet, without its headers. */
function signedExport(
  server: ServerContext,
  headers: (asked: {
    readonly requestId: string
    readonly payloadToSign: string
    readonly key: WalletKey
  }) => Readonly<Record<string, string>>,
): ErrorRequest {
  const { account, key } = newWallet(server)
  const asked = askForSignature(server, {
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

/** Deletes a credential that another has replaced since the signature request. */
function deletionOutrun(
  server: ServerContext,
  type: 'EMAIL_OTP' | 'SMS_OTP',
  newTie: () => string,
): ErrorRequest {
  const { account, key } = newWallet(server)
  const id = newCredential(server, account.id, type, newTie())
  const asked = askForSignature(server, {
    accountId: account.id,
    subject: `deleteCredential ${id}`,
    basis: setBasis(server, account.id, type),
  })
  server.store.credentials.delete(id)
  newCredential(server, account.id, type, newTie())
  return {
    method: 'DELETE',
    path: `/auth/credentials/${id}`,
    auth: 'PLATFORM',
    headers: signedHeaders(key, asked),
  }
}

export const embeddedWalletAuthErrorConditions = {
  EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: (server) => {
    const wallet = newWallet(server)
    const { account } = wallet
    newCredential(server, account.id, 'EMAIL_OTP', newAddress(server))
    return registration(server, wallet, { type: 'EMAIL_OTP', email: newAddress(server) })
  },

  SMS_OTP_CREDENTIAL_ALREADY_EXISTS: (server) => {
    const wallet = newWallet(server)
    const { account } = wallet
    newCredential(server, account.id, 'SMS_OTP', newNumber())
    return registration(server, wallet, { type: 'SMS_OTP', phoneNumber: newNumber() })
  },

  PASSKEY_CREDENTIAL_ALREADY_EXISTS: (server) => {
    const wallet = newWallet(server)
    const { account } = wallet
    const credentialId = Buffer.from(account.id).toString('base64url')
    newCredential(server, account.id, 'PASSKEY', credentialId)
    const request = registration(server, wallet, passkey(credentialId))
    return requireCode('PASSKEY_CREDENTIAL_ALREADY_EXISTS', server.rules.passkeyCredentialExists, request)
  },

  /** Executes a quote from an embedded wallet without a signature. */
  WALLET_SIGNATURE_MISSING: (server) => {
    const { customerId, destinationAccountId } = newPayer(server)
    const { account } = newEmbeddedWallet(server, customerId, server.rules.ordinaryCorridor().sending)
    const owner = server.rules.platformAsOwner()
    const { id } = newQuote(
      server,
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
      headers: { 'Request-Id': server.rules.newId('Request') },
    }
  },

  WALLET_SIGNATURE_MALFORMED: (server) =>
    signedExport(server, ({ requestId }) => ({
      'Request-Id': requestId,
      'Service-Wallet-Signature': 'signed by me',
    })),

  WALLET_SIGNATURE_BODY_MISMATCH: (server) =>
    requireCode(
      'WALLET_SIGNATURE_BODY_MISMATCH',
      server.rules.walletSignatureMismatch,
      signedExport(server, ({ requestId, payloadToSign, key }) => ({
        'Request-Id': requestId,
        'Service-Wallet-Signature': walletStamp(key, payloadToSign.replace('export', 'delete')),
      })),
    ),

  WALLET_SIGNATURE_INVALID: (server) =>
    signedExport(server, ({ requestId, payloadToSign }) => ({
      'Request-Id': requestId,
      'Service-Wallet-Signature': walletStamp(newWalletKey(), payloadToSign),
    })),

  REQUEST_ID_MISSING: (server) =>
    signedExport(server, ({ payloadToSign, key }) => ({
      'Service-Wallet-Signature': walletStamp(key, payloadToSign),
    })),

  AUTH_METHOD_NOT_FOUND: (server) => ({
    method: 'DELETE',
    path: `/auth/credentials/${server.rules.newId('Credential')}`,
    auth: 'PLATFORM',
  }),

  SESSION_NOT_FOUND: (server) => ({
    method: 'DELETE',
    path: `/auth/sessions/${server.rules.newId('Session')}`,
    auth: 'PLATFORM',
  }),

  EMAIL_OTP_EMAIL_ALREADY_EXISTS: (server) => {
    const email = newAddress(server)
    newCredential(server, newWallet(server).account.id, 'EMAIL_OTP', email)
    return registration(server, newWallet(server), { type: 'EMAIL_OTP', email })
  },

  SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS: (server) => {
    const phoneNumber = newNumber()
    newCredential(server, newWallet(server).account.id, 'SMS_OTP', phoneNumber)
    return registration(server, newWallet(server), { type: 'SMS_OTP', phoneNumber })
  },

  EMAIL_OTP_CREDENTIAL_SET_CHANGED: (server) => deletionOutrun(server, 'EMAIL_OTP', () => newAddress(server)),

  SMS_OTP_CREDENTIAL_SET_CHANGED: (server) => deletionOutrun(server, 'SMS_OTP', newNumber),

  PASSKEY_ALREADY_ENROLLED: (server) => {
    const wallet = newWallet(server)
    const { account } = wallet
    newCredential(server, account.id, 'PASSKEY', 'first-telephone')
    const request = registration(server, wallet, passkey('second-telephone'))
    return requireCode('PASSKEY_ALREADY_ENROLLED', server.rules.passkeyEnrolled, request)
  },

  /** The account exists, and its wallet is not provisioned yet. */
  WALLET_NOT_PROVISIONED: (server) => {
    const wallet = newEmbeddedWallet(server, newCustomer(server).id, 'USD', { provisioned: false })
    return registration(server, wallet, { type: 'EMAIL_OTP', email: newAddress(server) })
  },
} satisfies ErrorConditions
