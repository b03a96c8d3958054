import {
  undefinedIfBlocked,
  Blocked,
  conforming,
  expect,
  valueAt,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import type { StateParams } from '../../spec/index.ts'
import { readAccount } from './customer-account.ts'

export type AccountRequest = Readonly<Record<string, unknown>>

/** A body with which the deployment creates an account, and the owner of that account. */
export interface OwnedRequest {
  readonly body: AccountRequest
  readonly customerId: string
}

export async function arrangeAccountRequest(
  { arrange }: Pick<CheckContext, 'arrange'>,
  params: StateParams['external-account-request'] = {},
): Promise<OwnedRequest> {
  const { body, customerId } = await arrange('external-account-request', params)
  if (customerId !== undefined) return { body: conforming(body), customerId }
  throw new Blocked(
    'deployment-file',
    'external-account-request for a customer names no customerId',
    'Return the customerId for which the account is created.',
  )
}

const TYPES_IN_CURRENCIES = ['GBP_ACCOUNT', 'EUR_ACCOUNT', 'USD_ACCOUNT', 'MXN_ACCOUNT']

/** A body for the same customer in another currency, if the deployment offers one of these; otherwise in any. */
export async function arrangeInAnotherCurrency(
  context: Pick<CheckContext, 'arrange'>,
  { body, customerId }: OwnedRequest,
): Promise<AccountRequest> {
  for (const accountType of TYPES_IN_CURRENCIES) {
    const offered = await arrangeAccountRequest(context, { customerId, accountType }).catch(
      undefinedIfBlocked,
    )
    if (offered && valueAt(offered.body, 'currency') !== valueAt(body, 'currency')) return offered.body
  }
  return (await arrangeAccountRequest(context, { customerId })).body
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

/** Whether the request created an account that lacks the object. */
export async function isCreatedWithout(
  context: Pick<CheckContext, 'platform' | 'poll'>,
  response: CheckedResponse,
  path: string,
): Promise<boolean> {
  if (response.status >= 300) return false
  const account = await readCreatedAccount(context, response)
  return typeof valueAt(account.body, path) !== 'object'
}

/**
 * Of the types that the deployment offers, those of which it creates an account without a beneficiary.
 *
 * @throws Blocked when it offers none of them
 */
export async function typesCreatedWithoutBeneficiary(
  context: CheckContext,
  types: readonly string[],
): Promise<readonly string[]> {
  const { customerId } = await arrangeAccountRequest(context)
  const offered: string[] = []
  const created: string[] = []
  // One after the other, since a replay needs the requests in the same order.
  for (const accountType of types) {
    const request = await arrangeAccountRequest(context, { customerId, accountType }).catch(
      undefinedIfBlocked,
    )
    if (!request) continue
    offered.push(accountType)
    const response = await context.platform.externalAccounts.create(
      withInfo(request.body, { beneficiary: undefined }),
    )
    if (await isCreatedWithout(context, response, 'accountInfo.beneficiary')) created.push(accountType)
  }
  if (offered.length > 0) return created
  throw new Blocked(
    'deployment-file',
    'the provider state external-account-request gives no request for a fiat account',
    'Serve external-account-request with the account types that the deployment offers.',
  )
}

/** The value at a path of the account that the request created; undefined if the request was rejected. */
export const readCreatedValue = async (
  context: Pick<CheckContext, 'platform' | 'poll'>,
  response: CheckedResponse,
  path: string,
): Promise<unknown> =>
  response.status < 300 ? valueAt((await readCreatedAccount(context, response)).body, path) : undefined

/** The body without one of its fields. */
export function without(body: AccountRequest, field: string): AccountRequest {
  const { [field]: _removed, ...rest } = body
  return rest
}

/** The values of the request that its account must have. */
export const accountTypeIn = (body: AccountRequest): unknown => valueAt(body, 'accountInfo.accountType')

/**
 * The account that was created.
 *
 * @throws Blocked when the response, which the contract does not show, has no account
 */
export function created(response: CheckedResponse): {
  readonly id: string
  readonly response: CheckedResponse
} {
  expect(response).toSucceed()
  const id = valueAt(response.body, 'id')
  if (typeof id === 'string') return { id, response }
  throw new Blocked(
    'implementation',
    `${response.operation ?? 'the creation'} returned ${response.status} without an id (exchange ${response.exchange})`,
    'Return the account that was created, with its id.',
  )
}

/** The account in the response to its creation, or else as read. */
export async function readCreatedAccount(
  context: Pick<CheckContext, 'platform' | 'poll'>,
  response: CheckedResponse,
): Promise<CheckedResponse> {
  const { id } = created(response)
  return valueAt(response.body, 'accountInfo') === undefined ? readAccount(context, id) : response
}

/**
 * The changed request, after the deployment accepted the unchanged one, so that only the change can cause a rejection.
 */
export async function arrangeAcceptedRequest(
  { arrange, platform }: Pick<CheckContext, 'arrange' | 'platform'>,
  params: StateParams['external-account-request'] = {},
): Promise<AccountRequest> {
  const sound = await arrangeAccountRequest({ arrange }, params)
  created(await platform.externalAccounts.create(sound.body))
  return (await arrangeAccountRequest({ arrange }, { ...params, customerId: sound.customerId })).body
}

/** @throws Blocked when an invalid creation is accepted: EXT-26 judges that */
export function requireRejected({ status, exchange }: CheckedResponse): void {
  if (status >= 400 && status < 500) return
  throw new Blocked(
    'implementation',
    `the creation with an invalid ownershipType that this check needs returned ${status} (exchange ${exchange})`,
    'See the reason in the requests of this check. EXT-26 judges this step.',
  )
}
