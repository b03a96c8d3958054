import type { Agent } from '../resources/payments.ts'
import { refusal, type Refusal } from '../errors.ts'
import { isObject } from '../is-object.ts'
import { readAttestedKey } from '../read-attested-key.ts'
import type { Credential, CredentialType, SignatureRequest } from '../resources/embedded-wallet-auth.ts'
import { verifyP256 } from '../verify-signature/p256.ts'

/** Value of the signature header; its form is a default of Assay (Authentication, gaps). */
export interface WalletSignature {
  /** Compressed P-256, hex. */
  readonly publicKey: string
  /** DER ECDSA over SHA-256 of the payload to sign, hex. */
  readonly signature: string
}

const SCHEME = 'SIGNATURE_SCHEME_TK_API_P256'

const isHex = (value: unknown): value is string =>
  typeof value === 'string' && /^([0-9a-f]{2})+$/i.test(value)

/** Why requests are rejected. */
const refusals = {
  walletSignatureMissing: refusal(
    401,
    'WALLET_SIGNATURE_MISSING',
    'The Service-Wallet-Signature header is missing.',
  ),
  walletSignatureMalformed: refusal(
    401,
    'WALLET_SIGNATURE_MALFORMED',
    'The Service-Wallet-Signature header cannot be parsed.',
  ),
  /** Failed verification against the registered credential: 401 `WALLET_SIGNATURE_INVALID`. */
  walletSignatureInvalid: refusal(
    401,
    'WALLET_SIGNATURE_INVALID',
    'The signature is not that of a credential of the wallet.',
  ),
  /** A registered key, but a signature over another payload: 401 `WALLET_SIGNATURE_BODY_MISMATCH`. */
  walletSignatureMismatch: refusal(
    401,
    'WALLET_SIGNATURE_BODY_MISMATCH',
    'The signature is not over the payload to sign.',
  ),
  walletRequestIdMissing: refusal(
    401,
    'REQUEST_ID_MISSING',
    'The Request-Id header of the signed retry is missing.',
  ),
  signatureRequestNotFound: refusal(
    404,
    'REQUEST_NOT_FOUND',
    'No signature was requested under this Request-Id.',
  ),
  internalAccountNotFound: refusal(404, 'ACCOUNT_NOT_FOUND', 'There is no such internal account.'),
  accountIsNoEmbeddedWallet: refusal(400, 'INVALID_INPUT', 'The account is not an embedded wallet.'),
  /** 409 `WALLET_NOT_PROVISIONED`. */
  walletNotProvisioned: refusal(409, 'WALLET_NOT_PROVISIONED', 'The embedded wallet is not provisioned.'),
  emailIsTied: refusal(
    409,
    'EMAIL_OTP_EMAIL_ALREADY_EXISTS',
    'The e-mail address is tied to a credential already.',
  ),
  phoneNumberIsTied: refusal(
    409,
    'SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS',
    'The phone number is tied to a credential already.',
  ),
  passkeyCredentialExists: refusal(
    400,
    'PASSKEY_CREDENTIAL_ALREADY_EXISTS',
    'The internal account has a passkey with this credential identifier already.',
  ),
  passkeyEnrolled: refusal(409, 'PASSKEY_ALREADY_ENROLLED', 'The customer has a passkey already.'),
  credentialNotFound: refusal(404, 'AUTH_METHOD_NOT_FOUND', 'There is no such credential.'),
  sessionNotFound: refusal(404, 'SESSION_NOT_FOUND', 'There is no such session.'),
}

/** Contract: Authentication, embedded wallet signed actions; Limits, credentials; Errors. */
export const embeddedWalletAuthRules = {
  ...refusals,

  /** An agent's credentials do not replace the signature of the wallet's owner. */
  agentExecutesUnsigned: false,

  /** Not at creation, since there is no signature yet (Endpoints 3, immediatelyExecute). */
  mayExecuteSignedAtCreation: (_agent: Agent | undefined): boolean => false,

  /** The payload that a credential of the wallet signs to execute the quote. */
  payloadOfQuote: (quoteId: string): string => JSON.stringify({ activity: 'TRANSFER', quoteId }),

  /** The quote contains `payloadToSign`; the contract does not show where. */
  statedPayload: (payloadToSign: string): Readonly<Record<string, unknown>> => ({ payloadToSign }),

  /** Missing signature header: 401 `WALLET_SIGNATURE_MISSING`. */
  walletSignatureIsMissing: (header: string | undefined): header is undefined =>
    header === undefined || header === '',

  /** An action that needs a signature is never performed without one. */
  acceptsUnsigned: (_subject: string): boolean => false,

  /** Unparsable header: 401 `WALLET_SIGNATURE_MALFORMED`. */
  readWalletSignature(header: string): WalletSignature | undefined {
    try {
      const value: unknown = JSON.parse(Buffer.from(header, 'base64url').toString('utf8'))
      if (!isObject(value) || value.scheme !== SCHEME) return undefined
      const { publicKey, signature } = value
      return isHex(publicKey) && isHex(signature) ? { publicKey, signature } : undefined
    } catch {
      return undefined
    }
  },

  /** The credentials of the wallet itself. */
  credentialsThatSign: (
    credentials: Iterable<Credential>,
    accountId: string,
    _subject: string,
  ): readonly Credential[] => [...credentials].filter((credential) => credential.accountId === accountId),

  /** The signature of an export is valid for the key of its first step. */
  exportIsSigned: (targetPublicKey: string, signedKey: string): boolean => targetPublicKey === signedKey,

  /** Only a credential that is registered on the wallet can sign for it. */
  walletKeyIsRegistered: (publicKey: string, credentials: readonly Credential[]): boolean =>
    credentials.some((credential) => credential.publicKey?.toLowerCase() === publicKey.toLowerCase()),

  walletSignatureHolds: ({ publicKey, signature }: WalletSignature, payload: string): boolean =>
    verifyP256(publicKey, payload, signature),

  /** The contract does not say whether the execution of a quote needs `Request-Id`. */
  signedQuoteNeedsRequestId: false,

  /** `Request-Id` missing on the signed retry: 401 `REQUEST_ID_MISSING`. */
  walletRequestIdIsMissing: (requestId: string | undefined): requestId is undefined =>
    requestId === undefined,

  /** The contract does not show which actions are signed. */
  isSignedAction: (_subject: string): boolean => true,

  /** Without either header the request is the first step. */
  isFirstStep: (signature: string | undefined, requestId: string | undefined): boolean =>
    signature === undefined && requestId === undefined,

  /** The response to the first step, which has no other effect. */
  firstStepActs: false,

  signatureRequestLifetimeMs: 300_000,

  /** A signature is valid for the action and resource of its request. */
  signatureIsFor: (request: SignatureRequest, subject: string): boolean => request.subject === subject,

  /** The value that a credential of each type is tied to; undefined if the request has none. */
  credentialTiedTo(type: CredentialType, body: Readonly<Record<string, unknown>>): string | undefined {
    const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
    const { email, phoneNumber, challenge, attestation, subject } = body
    return {
      EMAIL_OTP: text(email)?.toLowerCase(),
      SMS_OTP: text(phoneNumber),
      PASSKEY: text(challenge) && isObject(attestation) ? text(attestation.credentialId) : undefined,
      OAUTH: text(subject),
    }[type]
  },

  /** The key of a passkey, compressed and hex; undefined: its attestation has none. */
  passkeyPublicKey: (attestation: unknown): string | undefined =>
    isObject(attestation) ? readAttestedKey(attestation.attestationObject) : undefined,

  /** One e-mail OTP credential and one SMS OTP credential per internal account (Limits). */
  otpCredentialsOf: (credentials: readonly Credential[], type: CredentialType): readonly Credential[] =>
    credentials.filter((credential) => credential.type === type),

  otpCredentialExists: (type: 'EMAIL_OTP' | 'SMS_OTP'): Refusal => ({
    status: 400,
    code: `${type}_CREDENTIAL_ALREADY_EXISTS`,
    reason: 'The internal account has such a credential already.',
  }),

  /** An address or a number is tied to one credential, on any account. */
  isTiedElsewhere: (credentials: Iterable<Credential>, type: CredentialType, tiedTo: string): boolean =>
    [...credentials].some((credential) => credential.type === type && credential.tiedTo === tiedTo),

  /** A WebAuthn credential identifier is unique on an internal account. */
  passkeyIsRegistered: (credentials: readonly Credential[], credentialId: string): boolean =>
    credentials.some(({ type, tiedTo }) => type === 'PASSKEY' && tiedTo === credentialId),

  /** One passkey per customer (Limits). */
  customerHasPasskey: (credentialsOfCustomer: readonly Credential[], _accountId: string): boolean =>
    credentialsOfCustomer.some(({ type }) => type === 'PASSKEY'),

  /** The contract does not show whether registering is a signed action too. */
  registrationIsSigned: false,

  /** The list has the credentials of the requested wallet. */
  credentialsListed: (
    credentials: Iterable<Credential>,
    accountId: string | undefined,
  ): readonly Credential[] => [...credentials].filter((credential) => credential.accountId === accountId),

  /** 409 …_CREDENTIAL_SET_CHANGED: the set of such credentials has changed since the signature request. */
  credentialSetChanged: (type: 'EMAIL_OTP' | 'SMS_OTP'): Refusal => ({
    status: 409,
    code: `${type}_CREDENTIAL_SET_CHANGED`,
    reason: 'The credentials of the account have changed since the signature was asked for.',
  }),
}
