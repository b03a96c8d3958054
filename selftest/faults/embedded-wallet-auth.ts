import { setTimeout as sleep } from 'node:timers/promises'
import { brokenIn, refusedAs } from './deviations.ts'
import type { Fault } from './fault.ts'
import { openToStrangers } from './outsiders.ts'
import { rewriting, type Json } from './rewriting.ts'

export const embeddedWalletAuthFaults: readonly Fault[] = [
  {
    id: 'embedded-wallet-credential-forgotten',
    title: 'lists only the first credential of a wallet',
    breaks: ['EWA-06', 'EWA-07', 'EWA-08', 'EWA-20'],
    mayAlsoBreak: ['EWA-26'],
    replace: () => rewriting('listCredentials', (list) => ({ data: (list.data as Json[]).slice(0, 1) })),
  },
  {
    id: 'embedded-wallet-registration-fails',
    title: 'registers a credential and then fails',
    breaks: ['EWA-01'],
    mayAlsoBreak: ['EWA-32', 'EWA-06'],
    replace: brokenIn('createCredential'),
  },
  {
    id: 'embedded-wallet-many-otp-credentials',
    title: 'registers as many one-time-code credentials on an account as are asked for',
    breaks: ['EWA-02', 'EWA-03'],
    replace: () => ({ otpCredentialsOf: () => [] }),
  },
  {
    id: 'embedded-wallet-otp-credential-conflicts',
    title: 'answers a second one-time-code credential with 409',
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
    title: 'looks for an e-mail address or a phone number on the same account only',
    breaks: ['EWA-04', 'EWA-05'],
    replace: () => ({ isTiedElsewhere: () => false }),
  },
  {
    id: 'embedded-wallet-tied-is-bad-request',
    title: 'answers an e-mail address that is tied already with 400',
    breaks: ['EWA-04'],
    replace: (conforming) => ({
      emailIsTied: () => ({ ...conforming.emailIsTied(), status: 400, code: 'INVALID_INPUT' }),
    }),
  },
  {
    id: 'embedded-wallet-many-passkeys',
    title: 'enrols a second passkey of a customer',
    breaks: ['EWA-06'],
    replace: () => ({ customerHasPasskey: () => false }),
  },
  {
    id: 'embedded-wallet-passkey-twice',
    title: 'registers the same passkey again, and tells passkeys apart by their identifiers',
    // A second passkey of the customer is not noticed either.
    breaks: ['EWA-06', 'EWA-07'],
    replace: () => ({ passkeyIsRegistered: () => false, customerHasPasskey: () => false }),
  },
  {
    id: 'embedded-wallet-credentials-of-all',
    title: 'lists the credentials of every wallet',
    breaks: ['EWA-08'],
    // How many there are changes with what other checks register meanwhile.
    mayAlsoBreak: ['EWA-32', 'EWA-60', 'EWA-06', 'EWA-07', 'EWA-10', 'EWA-25'],
    replace: () => ({ credentialsListed: (credentials) => [...credentials] }),
  },
  {
    id: 'embedded-wallet-unknown-account-breaks',
    title: 'breaks when a credential is registered on an account that does not exist',
    breaks: ['EWA-09'],
    replace: (conforming) => ({
      internalAccountNotFound: () => ({
        ...conforming.internalAccountNotFound(),
        status: 500,
        code: 'INTERNAL_ERROR',
      }),
    }),
  },
  {
    id: 'embedded-wallet-deleted-at-once',
    title: 'deletes a credential in the first step already',
    breaks: ['EWA-20', 'EWA-26'],
    // Where the credential is gone before the second step, what stands on it cannot be judged.
    replace: () => ({ firstStepActs: () => true }),
  },
  {
    id: 'embedded-wallet-credential-stays',
    title: 'accepts the deletion of a credential, and keeps the credential',
    breaks: ['EWA-21'],
    replace: () => ({ retryDeletesCredential: () => false }),
  },
  {
    id: 'embedded-wallet-request-id-breaks',
    title: 'fails on a signed retry without Request-Id',
    breaks: ['EWA-22'],
    replace: (conforming) => ({
      walletRequestIdMissing: refusedAs(conforming.walletRequestIdMissing, 500, 'INTERNAL_ERROR'),
    }),
  },
  {
    id: 'embedded-wallet-deleted-by-any-key',
    title: 'verifies a signature against the key that it brings along',
    breaks: ['EWA-23', 'EWA-47'],
    replace: () => ({ walletKeyIsRegistered: () => true }),
  },
  {
    id: 'embedded-wallet-unknown-credential-conflicts',
    title: 'answers the deletion of an unknown credential with 409',
    breaks: ['EWA-24'],
    replace: (conforming) => ({
      credentialNotFound: () => ({ ...conforming.credentialNotFound(), status: 409, code: 'CONFLICT' }),
    }),
  },
  {
    id: 'embedded-wallet-sessions-unlisted',
    title: 'answers with the number of sessions, and lists none',
    breaks: ['EWA-30'],
    mayAlsoBreak: ['CNV-02'],
    replace: () => rewriting('listAuthSessions', (list) => ({ count: (list.data as Json[]).length })),
  },
  {
    id: 'embedded-wallet-unknown-session-revoked',
    title: 'revokes a session that does not exist',
    breaks: ['EWA-31'],
    replace: () => ({
      respond: (operation, response) =>
        operation === 'revokeAuthSession' && response.status === 404
          ? { status: 204, body: undefined }
          : response,
    }),
  },
  {
    id: 'embedded-wallet-credentials-open',
    title: 'lists the credentials of a wallet whatever credentials are presented',
    breaks: ['EWA-32'],
    replace: openToStrangers('listCredentials'),
  },
  {
    id: 'embedded-wallet-executed-at-creation',
    title: 'executes a quote from an embedded wallet at creation, like any other',
    breaks: ['EWA-40'],
    replace: () => ({ mayExecuteSignedAtCreation: () => true }),
  },
  {
    id: 'embedded-wallet-nothing-to-sign',
    title: 'does not say in the quote what is to be signed',
    breaks: ['EWA-41'],
    replace: () => ({ statedPayload: () => ({}) }),
  },
  {
    id: 'embedded-wallet-signed-execution-breaks',
    title: 'executes a signed quote, and then fails',
    breaks: ['EWA-42', 'EWA-43', 'EWA-49', 'EWA-51'],
    replace: brokenIn('executeQuote'),
  },
  {
    id: 'embedded-wallet-executed-unseen',
    title: 'goes on showing a quote that is executed as PENDING',
    breaks: ['EWA-42'],
    replace: () => ({ shownQuoteStatus: () => 'PENDING' }),
  },
  {
    id: 'embedded-wallet-nothing-paid',
    title: 'accepts a signed execution, and pays nothing',
    breaks: ['EWA-43'],
    replace: () => ({ executionMovesMoney: () => false }),
  },
  {
    id: 'embedded-wallet-fees-on-top',
    title: 'takes the fees from the wallet on top of totalSendingAmount',
    breaks: ['EWA-43'],
    replace: () => ({
      debit: (account, { price }) => {
        account.balance -= price.sending + price.fees
      },
    }),
  },
  {
    id: 'embedded-wallet-unsigned-executed',
    title: 'asks for no signature where none is sent',
    breaks: ['EWA-44', 'EWA-49', 'EWA-50'],
    replace: () => ({ acceptsUnsigned: () => true }),
  },
  {
    id: 'embedded-wallet-agent-unsigned',
    title: "takes an agent's credentials for the signature of the wallet",
    breaks: ['EWA-50'],
    replace: () => ({ agentExecutesUnsigned: () => true }),
  },
  {
    id: 'embedded-wallet-missing-is-malformed',
    title: 'takes a missing signature for a malformed one',
    breaks: ['EWA-44', 'EWA-49'],
    replace: (conforming) => ({ walletSignatureMissing: () => conforming.walletSignatureMalformed() }),
  },
  {
    id: 'embedded-wallet-malformed-unnamed',
    title: 'answers a malformed signature with 401 UNAUTHORIZED',
    breaks: ['EWA-45'],
    replace: (conforming) => ({
      walletSignatureMalformed: () => ({ ...conforming.walletSignatureMalformed(), code: 'UNAUTHORIZED' }),
    }),
  },
  {
    id: 'embedded-wallet-any-payload',
    title: 'looks up the key of a signature, and does not verify the signature',
    breaks: ['EWA-23', 'EWA-46', 'EWA-47', 'EWA-48'],
    replace: () => ({ walletSignatureHolds: () => true }),
  },
  {
    id: 'embedded-wallet-mismatch-unnamed',
    title: 'answers a signature over something else with 400',
    breaks: ['EWA-23', 'EWA-46', 'EWA-47', 'EWA-48'],
    replace: (conforming) => ({
      walletSignatureMismatch: () => ({
        ...conforming.walletSignatureMismatch(),
        status: 400,
        code: 'INVALID_INPUT',
      }),
    }),
  },
  {
    id: 'embedded-wallet-foreign-key-malformed',
    title: 'takes the signature of an unknown key for a malformed one',
    breaks: ['EWA-47'],
    replace: (conforming) => ({ walletSignatureInvalid: () => conforming.walletSignatureMalformed() }),
  },
  {
    id: 'embedded-wallet-one-payload-for-all',
    title: 'has the same text signed for every quote',
    breaks: ['EWA-48'],
    replace: () => ({ payloadOfQuote: () => 'I agree to this transfer.' }),
  },
  {
    id: 'embedded-wallet-one-passkey-for-each-account',
    title: 'looks for the passkey of a customer on the same account only',
    breaks: ['EWA-06'],
    replace: () => ({
      customerHasPasskey: (credentials, accountId) =>
        credentials.some((credential) => credential.type === 'PASSKEY' && credential.accountId === accountId),
    }),
  },
  {
    id: 'embedded-wallet-registered-twice-at-once',
    title: 'looks for other credentials, waits, and registers without looking again',
    breaks: ['EWA-10'],
    replace: () => ({
      beforeCredentialIsRegistered: async () => {
        await sleep(100)
      },
    }),
  },
  {
    id: 'embedded-wallet-one-identifier-for-all',
    title: 'answers every e-mail OTP credential with the identifier of the first one',
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
    title: 'deletes all credentials of the wallet with the one',
    breaks: ['EWA-25'],
    replace: () => ({
      credentialsDeletedTogether: (credentials, { accountId }) =>
        [...credentials].filter((credential) => credential.accountId === accountId),
    }),
  },
  {
    id: 'embedded-wallet-deletes-another',
    title: 'takes the signature for the deletion of one credential for that of any',
    breaks: ['EWA-26'],
    replace: (conforming) => ({
      signatureIsFor: (request, subject) =>
        conforming.signatureIsFor(request, subject) ||
        (subject.startsWith('deleteCredential') && request.subject.startsWith('deleteCredential')),
    }),
  },
]
