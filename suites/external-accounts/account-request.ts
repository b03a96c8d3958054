import { Blocked, conforming, expect, valueAt, type Answer, type Stage } from '../../fixtures/index.ts'
import type { StateParams } from '../../spec/index.ts'
import { readAccount } from './customer-account.ts'

export type AccountRequest = Readonly<Record<string, unknown>>

/** A body with which the deployment creates an account, and whose account it is to be. */
export async function accountRequest(
  { arrange }: Pick<Stage, 'arrange'>,
  params: StateParams['external-account-request'] = {},
): Promise<{ readonly body: AccountRequest; readonly customerId: string }> {
  const { body, customerId } = await arrange('external-account-request', params)
  if (customerId !== undefined) return { body: conforming(body), customerId }
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

/** Whether the request created an account that lacks the object. */
export async function isCreatedWithout(
  stage: Pick<Stage, 'platform' | 'poll'>,
  answer: Answer,
  path: string,
): Promise<boolean> {
  if (answer.status >= 300) return false
  const account = await createdAccount(stage, answer)
  return typeof valueAt(account.body, path) !== 'object'
}

/** What the account that the request created has at a path; undefined where the request was rejected. */
export const createdWith = async (
  stage: Pick<Stage, 'platform' | 'poll'>,
  answer: Answer,
  path: string,
): Promise<unknown> =>
  answer.status < 300 ? valueAt((await createdAccount(stage, answer)).body, path) : undefined

/** The body without one of its fields. */
export function without(body: AccountRequest, field: string): AccountRequest {
  const { [field]: _removed, ...rest } = body
  return rest
}

/** What of the request its account must have. */
export const accountTypeIn = (body: AccountRequest): unknown => valueAt(body, 'accountInfo.accountType')

/**
 * The account that was created.
 *
 * @throws Blocked when the response, which the contract does not show, names no account
 */
export function created(answer: Answer): { readonly id: string; readonly answer: Answer } {
  expect(answer).toSucceed()
  const id = valueAt(answer.body, 'id')
  if (typeof id === 'string') return { id, answer }
  throw new Blocked(
    'implementation',
    `${answer.operation ?? 'the creation'} returned ${answer.status} without an id (exchange ${answer.exchange})`,
    'Return the account that was created, with its id.',
  )
}

/** The account as the response to its creation has it, or else as it is read. */
export async function createdAccount(
  stage: Pick<Stage, 'platform' | 'poll'>,
  answer: Answer,
): Promise<Answer> {
  const { id } = created(answer)
  return valueAt(answer.body, 'accountInfo') === undefined ? readAccount(stage, id) : answer
}

/** The request, after the deployment accepted one like it, so that only the change can be the reason for a rejection. */
export async function acceptedRequest(
  { arrange, platform }: Pick<Stage, 'arrange' | 'platform'>,
  params: StateParams['external-account-request'] = {},
): Promise<AccountRequest> {
  const sound = await accountRequest({ arrange }, params)
  created(await platform.externalAccounts.create(sound.body))
  return (await accountRequest({ arrange }, { ...params, customerId: sound.customerId })).body
}
