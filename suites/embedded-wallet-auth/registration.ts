import { createHash } from 'node:crypto'
import type { StateValues } from '../../spec/index.ts'
import {
  Blocked,
  isList,
  newPasskey,
  undefinedIfBlocked,
  valueAt,
  walkList,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import { signatureRequestIn } from './signature-request.ts'
import { walletKey } from './wallet-key.ts'

export type Wallet = Pick<StateValues['wallet-credential'], 'accountId' | 'privateKey'>

/** The body that registers a credential, without the account; the fields are defaults of Assay. */
export type CredentialRequest = Readonly<Record<string, unknown>> & { readonly type: string }

/**
 * Registers a credential, with a signature if the deployment requires one. The key is read only then, since a
 * provisioned wallet may lack it.
 */
export async function register(
  { platform }: CheckContext,
  wallet: Wallet,
  request: CredentialRequest,
): Promise<CheckedResponse> {
  const body = { ...request, accountId: wallet.accountId }
  const first = await platform.walletAuth.register(body)
  const asked = signatureRequestIn(first)
  if (!asked) return first
  const signature = walletKey(wallet.privateKey).sign(asked.payloadToSign)
  return platform.walletAuth.register(body, { signature, requestId: asked.requestId })
}

/**
 * A wallet with a credential of any type. Passkeys take the place of e-mail codes where there are none.
 *
 * @throws Blocked when the deployment arranges neither
 */
export const arrangeCredential = ({
  arrange,
}: Pick<CheckContext, 'arrange'>): Promise<StateValues['wallet-credential']> =>
  arrange('wallet-credential', { type: 'EMAIL_OTP' }).catch(async (error: unknown) => {
    const withPasskey = await arrange('wallet-credential', { type: 'PASSKEY' }).catch(undefinedIfBlocked)
    if (error instanceof Blocked && withPasskey) return withPasskey
    throw error
  })

export const emailOtp = (random: CheckContext['random']): CredentialRequest => ({
  type: 'EMAIL_OTP',
  email: `${random.uuid()}@example.com`,
})

/** Every area code of North America reserves 555 0100 to 555 0199 for examples. One area code has too few numbers. */
const AREA_CODES = [202, 212, 213, 303, 305, 312, 404, 415, 503, 512, 602, 612, 617, 702, 713, 801, 808, 907]

export const smsOtp = (random: CheckContext['random']): CredentialRequest => ({
  type: 'SMS_OTP',
  phoneNumber: `+1${AREA_CODES[random.integer(0, AREA_CODES.length - 1)]}55501${random.integer(10, 99)}`,
})

/** A passkey of a key that never signs. */
export const passkey = (random: CheckContext['random']): CredentialRequest =>
  passkeyOf(createHash('sha256').update(random.uuid()).digest('hex'), random)

/** A passkey of a private key in hex. */
export function passkeyOf(privateKey: string, random: CheckContext['random']): CredentialRequest {
  const challenge = Buffer.from(random.uuid()).toString('base64url')
  const attestation = newPasskey(privateKey, random.uuid(), challenge)
  return {
    type: 'PASSKEY',
    nickname: random.word,
    challenge,
    attestation: { ...attestation, transports: ['internal'] },
  }
}

/**
 * Registers a credential with an unused address or number: example numbers are few, and an earlier run may have used
 * one.
 */
export const registerUntied = (
  context: CheckContext,
  wallet: Wallet,
  request: (random: CheckContext['random']) => CredentialRequest,
): Promise<CheckedResponse> =>
  context.poll(
    () => register(context, wallet, request(context.random)),
    ({ status, body }) => status !== 409 || !TIED.includes(String(valueAt(body, 'code'))),
  )

const TIED = ['EMAIL_OTP_EMAIL_ALREADY_EXISTS', 'SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS']

/**
 * The id of a registered credential.
 *
 * @throws Blocked when it has none
 */
export function registeredId({ body, status, exchange }: CheckedResponse): string {
  const id = valueAt(body, 'id')
  if (status < 300 && typeof id === 'string') return id
  throw new Blocked(
    'deployment-file',
    `registering a credential returned ${status} (exchange ${exchange}); its body is a default of Assay`,
    'Describe the body under requests.createCredential in the deployment file.',
  )
}

/**
 * Passes if the deployment registers a credential with this request. The body is a default, and the deployment may
 * reject it before it tests the credentials of the account.
 *
 * @param has type of the one credential that the account has
 * @throws Blocked when the credential is not registered
 */
export async function requireRegistrable(
  context: CheckContext,
  has: 'EMAIL_OTP' | 'SMS_OTP',
  request: (random: CheckContext['random']) => CredentialRequest,
): Promise<Wallet> {
  const wallet = await context.arrange('wallet-credential', { type: has })
  registeredId(await registerUntied(context, wallet, request))
  return wallet
}

/**
 * Passes if a second credential of a type is rejected before the first one is verified.
 *
 * @throws Blocked when it is accepted: the limit may count verified credentials only
 */
export async function requireLimitAtRegistration(
  context: CheckContext,
  has: 'EMAIL_OTP' | 'SMS_OTP',
  request: (random: CheckContext['random']) => CredentialRequest,
): Promise<void> {
  await requireLimitOn(context, await context.arrange('wallet-credential', { type: has }), request)
}

/**
 * Registers a credential on a wallet, and passes if a second one of its type is rejected there.
 *
 * @throws Blocked when the first is rejected, since its body is a default, or when the second is accepted
 */
export async function requireLimitOn(
  context: CheckContext,
  wallet: Wallet,
  request: (random: CheckContext['random']) => CredentialRequest,
): Promise<void> {
  registeredId(await registerUntied(context, wallet, request))
  const { status, exchange } = await registerUntied(context, wallet, request)
  if (status >= 400) return
  throw new Blocked(
    'deployment-file',
    `a second credential was registered after a first one that is not verified (exchange ${exchange}); the contract does not show whether it counts before that`,
    'If only verified credentials count, no change is needed: allow the requirement with --allow-blocked.',
  )
}

/**
 * The response to a second registration beside the credential of the state.
 *
 * @throws Blocked when it is accepted, and the first credential is not verified: it may count only from then on
 */
export function beside(
  { verified }: Pick<StateValues['wallet-credential'], 'verified'>,
  response: CheckedResponse,
): CheckedResponse {
  if (verified !== false || response.status >= 300) return response
  throw new Blocked(
    'deployment-file',
    `a second credential was registered after one of the state wallet-credential that is not verified (exchange ${response.exchange}); the contract does not show whether it counts before that`,
    'If only verified credentials count, serve the state wallet-credential with a verified one.',
  )
}

/**
 * The address, number or identifier that a credential is tied to.
 *
 * @throws Blocked when the deployment does not return it
 */
export function requireReturned(
  name: 'email' | 'phoneNumber',
  arranged: StateValues['wallet-credential'],
): string {
  const value = arranged[name]
  if (typeof value === 'string' && value !== '') return value
  throw new Blocked(
    'deployment-file',
    `the state wallet-credential returned no ${name}`,
    `Return ${name}, as the description of wallet-credential states.`,
  )
}

/**
 * Ids of the credentials of a wallet.
 *
 * @param including id to wait for, as long as it may take to become visible
 * @throws Blocked when they are not listed
 */
export async function listCredentialIds(
  { platform, poll }: CheckContext,
  accountId: string,
  including?: unknown,
): Promise<readonly unknown[]> {
  const { ids, pages } = await poll(
    () => walkList((cursor) => platform.walletAuth.credentials(accountId, cursor)),
    (seen) => including === undefined || seen.ids.includes(including),
  )
  const unreadable = pages.find((page) => page.status !== 200 || !isList(page))
  if (!unreadable) return ids
  throw new Blocked(
    'implementation',
    `listing the credentials of a wallet returned ${unreadable.status} and no list (exchange ${unreadable.exchange})`,
    'See the reason in the requests of this check. EWA-01 judges this step.',
  )
}
