import { signedByAnyWallet } from './signed-by-any-wallet.ts'
import { affects, affectsNothing } from '../affects.ts'
import { waitsBefore } from '../waits-before.ts'
import { refused } from '../refused.ts'
import { crashesIn } from './deviations.ts'
import type { Credential } from '../../reference/resources/embedded-wallet-auth.ts'
import { readFromSharedCache } from './shared-cache.ts'
import type { Fault } from './fault.ts'
import { acceptsInvalidCredentials } from './accepted-credentials.ts'
import { rewriting, type Json } from './rewriting.ts'

export const embeddedWalletAuthFaults: readonly Fault[] = [
  {
    id: 'embedded-wallet-credential-forgotten',
    title: 'lists only the first credential of a wallet',
    breaks: ['EWA-06', 'EWA-07', 'EWA-08', 'EWA-20'],
    mayAlsoBreak: ['EWA-26', 'EWA-54'],
    replace: rewriting('listCredentials', (list) => ({ data: (list.data as Json[]).slice(0, 1) })),
  },
  {
    id: 'embedded-wallet-registration-fails',
    title: 'registers a credential, then returns 500',
    breaks: ['EWA-01'],
    mayAlsoBreak: ['EWA-32', 'EWA-06'],
    replace: crashesIn('createCredential'),
  },
  {
    id: 'embedded-wallet-many-otp-credentials',
    title: 'accepts any number of one-time-code credentials on an account',
    breaks: ['EWA-02', 'EWA-03'],
    replace: { otpCredentialsOf: () => [] },
  },
  {
    id: 'embedded-wallet-otp-credential-conflicts',
    title: 'returns 409 for a second one-time-code credential',
    breaks: ['EWA-02', 'EWA-03'],
    replace: (conforming) => ({
      otpCredentialExists: (type) => ({
        ...conforming.otpCredentialExists(type),
        status: 409,
        code: 'CONFLICT',
      }),
    }),
  },
  {
    id: 'embedded-wallet-shared-addresses',
    title: 'checks for a duplicate e-mail address or phone number on the same account only',
    breaks: ['EWA-04', 'EWA-05'],
    replace: { isTiedElsewhere: () => false },
  },
  {
    id: 'embedded-wallet-tied-is-bad-request',
    title: 'returns 400 for an e-mail address that is already registered',
    breaks: ['EWA-04'],
    replace: refused('emailIsTied', 400, 'INVALID_INPUT'),
  },
  {
    id: 'embedded-wallet-many-passkeys',
    title: 'accepts a second passkey of a customer',
    breaks: ['EWA-06'],
    replace: { customerHasPasskey: () => false },
  },
  {
    id: 'embedded-wallet-passkey-twice',
    title: 'accepts a duplicate passkey, and a second passkey of a customer',
    // A second passkey of the customer is accepted too.
    breaks: ['EWA-06', 'EWA-07'],
    replace: { passkeyIsRegistered: () => false, customerHasPasskey: () => false },
  },
  {
    id: 'embedded-wallet-credentials-of-all',
    title: 'lists the credentials of every wallet',
    breaks: ['EWA-08'],
    // The number changes with the registrations of other checks.
    mayAlsoBreak: ['EWA-32', 'EWA-60', 'EWA-06', 'EWA-07', 'EWA-10', 'EWA-25'],
    replace: { credentialsListed: (credentials) => [...credentials] },
  },
  {
    id: 'embedded-wallet-unknown-account-breaks',
    title: 'returns 500 when a credential is registered on an unknown account',
    breaks: ['EWA-09'],
    replace: refused('internalAccountNotFound', 500, 'INTERNAL_ERROR'),
  },
  {
    id: 'embedded-wallet-deleted-at-once',
    title: 'deletes a credential in the unsigned first step',
    breaks: ['EWA-20', 'EWA-26'],
    // Checks that need the credential in the second step are blocked without it.
    replace: { firstStepActs: true },
  },
  {
    id: 'embedded-wallet-credential-stays',
    title: 'accepts the deletion of a credential, but keeps it',
    breaks: ['EWA-21'],
    replace: affectsNothing('deleteCredential'),
  },
  {
    id: 'embedded-wallet-request-id-breaks',
    title: 'returns 500 for a signed retry without Request-Id',
    breaks: ['EWA-22'],
    replace: refused('walletRequestIdMissing', 500, 'INTERNAL_ERROR'),
  },
  {
    id: 'embedded-wallet-deleted-by-any-key',
    title: 'verifies a signature with the key that the signature contains',
    breaks: ['EWA-23', 'EWA-47', 'EWA-54'],
    mayAlsoBreak: ['EWA-64'],
    replace: { walletKeyIsRegistered: () => true },
  },
  {
    id: 'embedded-wallet-unknown-credential-conflicts',
    title: 'returns 409 for the deletion of an unknown credential',
    breaks: ['EWA-24'],
    replace: refused('credentialNotFound', 409, 'CONFLICT'),
  },
  {
    id: 'embedded-wallet-sessions-unlisted',
    title: 'returns the number of sessions instead of the list',
    breaks: ['EWA-30'],
    mayAlsoBreak: ['CNV-02'],
    replace: rewriting('listAuthSessions', (list) => ({ count: (list.data as Json[]).length })),
  },
  {
    id: 'embedded-wallet-unknown-session-revoked',
    title: 'accepts the revocation of an unknown session',
    breaks: ['EWA-31'],
    replace: {
      respond: (operation, response) =>
        operation === 'revokeAuthSession' && response.status === 404
          ? { status: 204, body: undefined }
          : response,
    },
  },
  {
    id: 'embedded-wallet-credentials-open',
    title: 'lists the credentials of a wallet without checking credentials',
    breaks: ['EWA-32'],
    replace: acceptsInvalidCredentials('listCredentials'),
  },
  {
    id: 'embedded-wallet-executed-at-creation',
    title: 'executes a quote from an embedded wallet at creation without a signature',
    breaks: ['EWA-40', 'EWA-63'],
    replace: { mayExecuteSignedAtCreation: () => true },
  },
  {
    id: 'embedded-wallet-executed-at-creation-for-platform',
    title: "executes the platform's quote from an embedded wallet at creation without a signature",
    breaks: ['EWA-63'],
    replace: { mayExecuteSignedAtCreation: (agent) => agent === undefined },
  },
  {
    id: 'embedded-wallet-nothing-to-sign',
    title: 'omits the payload to sign from the quote',
    breaks: ['EWA-41'],
    replace: { statedPayload: () => ({}) },
  },
  {
    id: 'embedded-wallet-signed-execution-breaks',
    title: 'executes a signed quote, then returns 500',
    breaks: ['EWA-42', 'EWA-43', 'EWA-49', 'EWA-51'],
    replace: crashesIn('executeQuote'),
  },
  {
    id: 'embedded-wallet-executed-unseen',
    title: 'still returns an executed quote as PENDING',
    breaks: ['EWA-42'],
    replace: { shownQuoteStatus: () => 'PENDING' },
  },
  {
    id: 'embedded-wallet-nothing-paid',
    title: 'accepts a signed execution without moving money',
    breaks: ['EWA-43'],
    replace: { executionMovesMoney: () => false },
  },
  {
    id: 'embedded-wallet-fees-on-top',
    title: 'debits the fees on top of totalSendingAmount',
    breaks: ['EWA-43'],
    mayAlsoBreak: ['EWA-61'],
    replace: {
      debit: (account, { price }) => {
        account.balance -= price.sending + price.fees
      },
    },
  },
  {
    id: 'embedded-wallet-unsigned-executed',
    title: 'requires no signature',
    breaks: ['EWA-44', 'EWA-49', 'EWA-50'],
    mayAlsoBreak: ['EWA-65'],
    replace: { acceptsUnsigned: () => true },
  },
  {
    id: 'embedded-wallet-agent-unsigned',
    title: "accepts an agent's credentials in place of the wallet's signature",
    breaks: ['EWA-50'],
    replace: { agentExecutesUnsigned: true },
  },
  {
    id: 'embedded-wallet-missing-is-malformed',
    title: 'returns the malformed-signature error for a missing signature',
    breaks: ['EWA-44', 'EWA-49'],
    mayAlsoBreak: ['EWA-65'],
    replace: (conforming) => ({ walletSignatureMissing: conforming.walletSignatureMalformed }),
  },
  {
    id: 'embedded-wallet-malformed-unnamed',
    title: 'returns 401 UNAUTHORIZED for a malformed signature',
    breaks: ['EWA-45'],
    replace: refused('walletSignatureMalformed', 401, 'UNAUTHORIZED'),
  },
  {
    id: 'embedded-wallet-any-payload',
    title: 'checks only that the key of a signature is known',
    breaks: ['EWA-23', 'EWA-46', 'EWA-47', 'EWA-48'],
    replace: { walletSignatureHolds: () => true },
  },
  {
    id: 'embedded-wallet-mismatch-unnamed',
    title: 'returns 400 for a signature of another payload',
    breaks: ['EWA-23', 'EWA-46', 'EWA-47', 'EWA-48'],
    replace: refused('walletSignatureMismatch', 400, 'INVALID_INPUT'),
  },
  {
    id: 'embedded-wallet-foreign-key-malformed',
    title: 'returns the malformed-signature error for an unknown key',
    breaks: ['EWA-47'],
    replace: (conforming) => ({ walletSignatureInvalid: conforming.walletSignatureMalformed }),
  },
  {
    id: 'embedded-wallet-one-payload-for-all',
    title: 'returns the same payload to sign for every quote',
    breaks: ['EWA-48'],
    replace: { payloadOfQuote: () => 'I agree to this transfer.' },
  },
  {
    id: 'embedded-wallet-one-passkey-for-each-account',
    title: 'checks for a duplicate passkey on the same account only',
    breaks: ['EWA-06'],
    replace: {
      customerHasPasskey: (credentials, accountId) =>
        credentials.some((credential) => credential.type === 'PASSKEY' && credential.accountId === accountId),
    },
  },
  {
    id: 'embedded-wallet-registered-twice-at-once',
    title: 'checks for other credentials, waits, then registers without a second check',
    breaks: ['EWA-10'],
    replace: waitsBefore('createCredential'),
  },
  {
    id: 'embedded-wallet-one-identifier-for-all',
    title: 'returns the id of the first e-mail OTP credential for every one',
    breaks: ['EWA-11'],
    replace: () => {
      let first: unknown
      return rewriting('createCredential', (credential) => {
        if (credential.type !== 'EMAIL_OTP') return credential
        first ??= credential.id
        return { ...credential, id: first }
      })
    },
  },
  {
    id: 'embedded-wallet-deletes-all',
    title: 'deletes all credentials of the wallet with one',
    breaks: ['EWA-25'],
    replace: affects(['deleteCredential'], ({ accountId }, credentials) =>
      credentials.filter((credential) => credential.accountId === accountId),
    ),
  },
  {
    id: 'embedded-wallet-deletes-another',
    title: 'accepts the signature for the deletion of another credential',
    breaks: ['EWA-26'],
    replace: (conforming) => ({
      signatureIsFor: (request, subject) =>
        conforming.signatureIsFor(request, subject) ||
        (subject.startsWith('deleteCredential') && request.subject.startsWith('deleteCredential')),
    }),
  },
  {
    id: 'embedded-wallet-any-wallets-key',
    title: 'accepts the key of a credential of any wallet',
    breaks: ['EWA-47'],
    replace: signedByAnyWallet('executeQuote'),
  },
  {
    id: 'embedded-wallet-any-wallets-key-deletes',
    title: 'deletes a credential with the signature of a key that is registered on another wallet',
    breaks: ['EWA-64'],
    replace: signedByAnyWallet('deleteCredential'),
  },
  {
    id: 'embedded-wallet-deleted-by-request-identifier',
    title: 'deletes a credential for any caller that sends a request identifier',
    breaks: ['EWA-65'],
    replace: { acceptsUnsigned: (subject) => subject.startsWith('deleteCredential') },
  },
  {
    id: 'embedded-wallet-deleted-passkey-signs',
    title: 'accepts the key of a deleted credential',
    breaks: ['EWA-54'],
    replace: ({ walletKeyIsRegistered }) => {
      const once = new Map<string, Set<string>>()
      return {
        walletKeyIsRegistered: (publicKey, credentials) => {
          const accountId = credentials[0]?.accountId ?? ''
          const keys = once.get(accountId) ?? new Set()
          once.set(accountId, keys)
          for (const credential of credentials) keys.add(credential.publicKey?.toLowerCase() ?? '')
          return walletKeyIsRegistered(publicKey, credentials) || keys.has(publicKey.toLowerCase())
        },
      }
    },
  },
  {
    id: 'embedded-wallet-one-otp-credential-of-any-type',
    title: 'accepts one one-time-code credential on an account, by e-mail or SMS',
    breaks: ['EWA-52'],
    mayAlsoBreak: ['EWA-01', 'EWA-32'],
    replace: {
      otpCredentialsOf: (credentials) =>
        credentials.filter(({ type }) => type === 'EMAIL_OTP' || type === 'SMS_OTP'),
    },
  },
  {
    id: 'embedded-wallet-deleted-credential-counts',
    title: 'counts deleted one-time-code credentials towards the limit of an account',
    breaks: ['EWA-53'],
    replace: ({ otpCredentialsOf }) => {
      const once = new Map<string, Credential>()
      return {
        otpCredentialsOf: (credentials, type) => {
          for (const credential of otpCredentialsOf(credentials, type)) once.set(credential.id, credential)
          const accountId = credentials[0]?.accountId
          return otpCredentialsOf([...once.values()], type).filter((one) => one.accountId === accountId)
        },
      }
    },
  },
  {
    id: 'embedded-wallet-from-a-shared-cache',
    title: 'returns cached lists of credentials and sessions to every caller',
    breaks: ['EWA-32', 'EWA-60'],
    replace: readFromSharedCache('listCredentials', 'listAuthSessions'),
  },
  {
    id: 'embedded-wallet-executed-again',
    title: 'executes a signed quote once per request',
    breaks: ['EWA-61'],
    replace: ({ quoteIsUnsubmitted, quoteMayBeExecuted }) => ({
      quoteIsUnsubmitted: (quote) => quote.payloadToSign !== undefined || quoteIsUnsubmitted(quote),
      quoteMayBeExecuted: (quote) => quote.payloadToSign !== undefined || quoteMayBeExecuted(quote),
    }),
  },
  {
    id: 'embedded-wallet-signed-never-expires',
    title: 'executes a signed quote after expiresAt',
    breaks: ['EWA-62'],
    replace: ({ quoteHasExpired }) => ({
      quoteHasExpired: (quote, now) => quote.payloadToSign === undefined && quoteHasExpired(quote, now),
    }),
  },
  {
    id: 'embedded-wallet-deleted-passkey-counts',
    title: 'counts the deleted passkey of a customer towards the limit',
    breaks: ['EWA-55'],
    replace: (rules) => {
      const accounts = new Set<string>()
      return {
        ...affects(['deleteCredential'], (credential) => {
          if (credential.type === 'PASSKEY') accounts.add(credential.accountId)
          return [credential]
        })(rules),
        customerHasPasskey: (credentials, accountId) =>
          accounts.has(accountId) || rules.customerHasPasskey(credentials, accountId),
      }
    },
  },
  {
    id: 'embedded-wallet-address-of-deleted-stays-tied',
    title: 'keeps an e-mail address tied to a deleted credential',
    breaks: ['EWA-56'],
    replace: (rules) => {
      const tied = new Set<string>()
      return {
        ...affects(['deleteCredential'], (credential) => {
          tied.add(credential.tiedTo)
          return [credential]
        })(rules),
        isTiedElsewhere: (credentials, type, tiedTo) =>
          tied.has(tiedTo) || rules.isTiedElsewhere(credentials, type, tiedTo),
      }
    },
  },
]
