import { Blocked, valueAt, type Answer, type Stage } from '../../fixtures/index.ts'
import type { StateParams } from '../../spec/index.ts'

export type AccountRequest = Readonly<Record<string, unknown>>

/** A body with which the deployment creates an account, and whose account it is to be. */
export async function accountRequest(
  { arrange }: Pick<Stage, 'arrange'>,
  params: StateParams['external-account-request'] = {},
): Promise<{ readonly body: AccountRequest; readonly customerId: string }> {
  const { body, customerId } = await arrange('external-account-request', params)
  if (customerId !== undefined) return { body, customerId }
  throw new Blocked(
    'deployment-file',
    'external-account-request for a customer names no customerId',
    'Answer with the customerId for which the account is created.',
  )
}

/** The body with other details of the account. */
export const withInfo = (
  body: AccountRequest,
  details: Readonly<Record<string, unknown>>,
): AccountRequest => ({
  ...body,
  accountInfo: { ...(body.accountInfo as object), ...details },
})

/** The body with other details of the beneficiary. */
export const withBeneficiary = (
  body: AccountRequest,
  details: Readonly<Record<string, unknown>>,
): AccountRequest =>
  withInfo(body, { beneficiary: { ...(valueAt(body, 'accountInfo.beneficiary') as object), ...details } })

/** Whether an account came of the request, and lacks the object. */
export const cameToExistWithout = ({ status, body }: Answer, path: string): boolean =>
  status >= 200 && status < 300 && typeof valueAt(body, path) !== 'object'

/** The body without one of its fields. */
export const without = (body: AccountRequest, field: string): AccountRequest =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))

/** What of the request its account must have. */
export const accountTypeIn = (body: AccountRequest): unknown => valueAt(body, 'accountInfo.accountType')

/**
 * The account that was created.
 *
 * @throws Blocked when it was not: EXT-15 judges that
 */
export function created(answer: Answer): { readonly id: string; readonly answer: Answer } {
  const id = valueAt(answer.body, 'id')
  if (answer.status >= 200 && answer.status < 300 && typeof id === 'string') return { id, answer }
  throw new Blocked(
    'implementation',
    `creating the account that this check stands on was answered with ${answer.status} (exchange ${answer.exchange})`,
    'See why it was; EXT-15 judges it.',
  )
}

/** The request, seen to be accepted for another account, so that what is refused is refused for what is changed in it. */
export async function acceptedRequest(
  { arrange, platform }: Pick<Stage, 'arrange' | 'platform'>,
  params: StateParams['external-account-request'] = {},
): Promise<AccountRequest> {
  const sound = await accountRequest({ arrange }, params)
  created(await platform.externalAccounts.create(sound.body))
  return (await accountRequest({ arrange }, { ...params, customerId: sound.customerId })).body
}
