/** External accounts of customers (contract: Resources, external account; Limits; Errors, BENEFICIARY_TRUSTED). */
import * as fc from 'fast-check'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import { Blocked } from '../../fixtures/errors.ts'
import { listAll } from '../../fixtures/list-walk.ts'
import { retryUntilFound } from '../../fixtures/retry-until-found.ts'
import { nonexistentId } from '../../fixtures/nonexistent-ids.ts'
import { valueAt } from '../../spec/value-at.ts'
import type { RequirementId } from '../../spec/index.ts'
import {
  expectBeneficiary,
  expectCreationRejected,
  expectKnownBeneficiaryType,
  expectKnownOwnershipType,
  expectRejectedOrCreated,
  expectTrusted,
  expectUnknownAccount,
  expectUntrustRejected,
} from '../../suites/external-accounts/expectations.ts'
import { expectRejectedUnlessAccepted, requireOpenSession } from '../../suites/expectations.ts'
import { judge, type Expectation } from '../judge.ts'
import {
  Violation,
  isSuccess,
  requireServiceResponse,
  describeResponse,
  withSuccess,
  type Problem,
  formatValue,
} from '../violation.ts'
import { picked, type CustomerAccount, type Model } from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import type { World } from '../world.ts'
import { anyInvalidCredentials, requireCredentials } from './require-credentials.ts'

const MOST_ACCOUNTS = 6

type Body = Readonly<Record<string, unknown>>

/**
 * A body that creates an account, for a customer with accounts or for a new one.
 *
 * @throws Blocked when the deployment has no such body
 */
async function arrangeAccountRequest(
  { context }: World,
  accountType: string | undefined,
  customerId: string | undefined,
) {
  const given = await context.arrange('external-account-request', {
    ...(accountType !== undefined && { accountType }),
    ...(customerId !== undefined && { customerId }),
  })
  if (given.customerId !== undefined) return { body: given.body, customerId: given.customerId }
  throw new Blocked(
    'deployment-file',
    'external-account-request for a customer names no customerId',
    'Return the customerId for which the account is created.',
  )
}

const TYPES = [undefined, 'EUR_ACCOUNT', 'USD_ACCOUNT', 'BASE_WALLET'] as const

const createAccount = stepKind({
  name: 'create-account',
  area: 'external-accounts',
  operations: ['createCustomerExternalAccount'],
  weight: 9,
  params: fc.record({
    type: fc.constantFrom(...TYPES),
    of: fc.nat(9),
    newCustomer: fc.boolean(),
    ownership: fc.constantFrom(undefined, 'FIRST_PARTY', 'THIRD_PARTY'),
    named: fc.boolean(),
    isDefault: fc.boolean(),
  }),
  may: ({ accounts }) => accounts.length < MOST_ACCOUNTS,
  async take({ accounts }, world, { type, of, newCustomer, ownership, named, isDefault }) {
    const earlier = newCustomer ? undefined : picked(accounts, of)?.customerId
    const { body, customerId } = await arrangeAccountRequest(world, type, earlier)
    const request: Body = {
      ...body,
      ...(ownership && { ownershipType: ownership }),
      ...(named && { platformAccountId: world.context.random.name() }),
      ...(isDefault && { defaultUmaDepositAccount: true }),
    }
    // These texts are specific to the deployment.
    const response = await world.wrongOnPurpose(() => world.context.platform.externalAccounts.create(request))
    requireServiceResponse(response)
    const hasDefault = accounts.some(
      (one) => one.customerId === customerId && one.isDefault !== false && !one.deleted,
    )
    // A second default replaces the first, is rejected, or has no effect.
    if (isDefault && hasDefault && response.status >= 400 && response.status < 500) return
    withSuccess(response, 'EXT-15', 'creating an account of a customer')
    const id = valueAt(response.body, 'id')
    if (typeof id !== 'string')
      throw new Violation('EXT-15', 'an account was created without an id', response.exchange)
    if (accounts.some((one) => one.id === id))
      throw new Violation('EXT-15', 'a new account has the id of another', response.exchange)
    if (isDefault)
      for (const one of accounts)
        if (one.customerId === customerId) Object.assign(one, { isDefault: undefined })
    const account: CustomerAccount = {
      id,
      customerId,
      isDefault: isDefault ? (hasDefault ? undefined : true) : false,
      deleted: false,
      trusted: false,
      scaCode: undefined,
      request,
    }
    accounts.push(account)
    const [problem] = accountProblems(response, account)
    if (problem) throw new Violation(problem.requirement, problem.message, response.exchange)
  },
})

/** Fields of an account that differ from its creation; missing fields pass. */
function accountProblems(
  { body }: CheckedResponse,
  { customerId, isDefault, request }: CustomerAccount,
): readonly Problem[] {
  const problems: Problem[] = []
  const same = (requirement: RequirementId, path: string, expected: unknown) => {
    const actual = valueAt(body, path)
    if (expected !== undefined && actual !== undefined && actual !== expected)
      problems.push({
        requirement,
        message: `${path} of an account is ${formatValue(actual)}, not ${formatValue(expected)}`,
      })
  }
  same('EXT-05', 'customerId', customerId)
  same('EXT-17', 'ownershipType', valueAt(request, 'ownershipType'))
  same('EXT-18', 'platformAccountId', valueAt(request, 'platformAccountId'))
  same(isDefault === true ? 'EXT-20' : 'EXT-19', 'defaultUmaDepositAccount', isDefault)
  const type = valueAt(request, 'accountInfo.accountType')
  if (typeof type === 'string' && !type.startsWith('LIGHTNING'))
    same('EXT-15', 'accountInfo.accountType', type)
  return problems
}

const arrangeAccount = stepKind({
  name: 'arrange-account',
  area: 'external-accounts',
  operations: [],
  weight: 4,
  params: fc.record({ trusted: fc.boolean() }),
  may: ({ accounts }) => accounts.length < MOST_ACCOUNTS,
  async take({ accounts }, { context }, { trusted }) {
    const { externalAccountId, customerId, scaCode } = await context.arrange('external-account', {
      ownedBy: 'CUSTOMER',
      withoutChallenge: true,
      ...(trusted && { trusted }),
    })
    accounts.push({
      id: externalAccountId,
      customerId,
      isDefault: undefined,
      deleted: false,
      trusted,
      scaCode,
      request: undefined,
    })
  },
})

const existing = ({ accounts }: Model) => accounts.filter(({ deleted }) => !deleted)

const readAccount = stepKind({
  name: 'read-account',
  area: 'external-accounts',
  operations: ['getCustomerExternalAccount'],
  weight: 6,
  params: fc.record({ of: fc.nat(9) }),
  may: ({ accounts }, { of }) => picked(accounts, of) !== undefined,
  async take({ accounts }, world, { of }) {
    const account = picked(accounts, of)!
    await world.settled(
      () => world.context.platform.externalAccounts.get(account.id),
      (response): readonly Problem[] => {
        requireServiceResponse(response)
        if (account.deleted) {
          const isGone = response.status === 404 || valueAt(response.body, 'status') === 'INACTIVE'
          return isGone
            ? []
            : [{ requirement: 'EXT-32', message: `a deleted account returns ${describeResponse(response)}` }]
        }
        if (response.status !== 200 || valueAt(response.body, 'id') !== account.id) {
          const requirement = account.request ? 'EXT-29' : account.trusted ? 'TRU-02' : 'EXT-04'
          return [{ requirement, message: `reading an account returned ${describeResponse(response)}` }]
        }
        return accountProblems(response, account)
      },
      ({ exchange }) => exchange,
    )
  },
})

/** The default accounts of a customer, as read. */
const countDefaults = stepKind({
  name: 'count-defaults',
  area: 'external-accounts',
  operations: ['getCustomerExternalAccount', 'createCustomerExternalAccount'],
  weight: 4,
  params: fc.record({ of: fc.nat(9) }),
  may: (model, { of }) => picked(existing(model), of) !== undefined,
  async take(model, world, { of }) {
    const { customerId } = picked(existing(model), of)!
    const ofCustomer = existing(model).filter((one) => one.customerId === customerId)
    const { externalAccounts } = world.context.platform
    await world.settled(
      () => Promise.all(ofCustomer.map(({ id }) => externalAccounts.get(id))),
      (responses) => {
        const defaults = responses.filter(({ body }) => valueAt(body, 'defaultUmaDepositAccount') === true)
        return defaults.length > 1
          ? [{ requirement: 'EXT-21', message: `${defaults.length} accounts of a customer are the default` }]
          : []
      },
      (responses) => responses.at(-1)?.exchange,
    )
  },
})

const listAccounts = stepKind({
  name: 'list-accounts',
  area: 'external-accounts',
  operations: ['listCustomerExternalAccounts'],
  weight: 4,
  params: fc.record({ of: fc.nat(9) }),
  may: (model, { of }) => picked(existing(model), of)?.customerId !== undefined,
  async take(model, world, { of }) {
    const customerId = picked(existing(model), of)!.customerId!
    const ids = existing(model)
      .filter((one) => one.customerId === customerId)
      .map(({ id }) => id)
    await world.settled(
      () =>
        listAll((cursor) =>
          world.context.platform.externalAccounts.list({
            customerId,
            ...(cursor !== undefined && { cursor }),
          }),
        ),
      (listed) =>
        ids.every((id) => listed.some((one) => one.id === id))
          ? []
          : [{ requirement: 'EXT-30', message: "the list of a customer's accounts lacks one of them" }],
      () => undefined,
    )
  },
})

const deleteAccount = stepKind({
  name: 'delete-account',
  area: 'external-accounts',
  operations: ['deleteCustomerExternalAccount', 'getCustomerExternalAccount'],
  weight: 3,
  params: fc.record({ of: fc.nat(9) }),
  may: (model, { of }) => picked(existing(model), of) !== undefined,
  async take(model, world, { of }) {
    const account = picked(existing(model), of)!
    const { externalAccounts } = world.context.platform
    // A new account may become visible late.
    await world.context.poll(() => externalAccounts.get(account.id), isSuccess)
    const ask = () => externalAccounts.delete(account.id)
    // The end of a trust may become visible late.
    const response = account.trusted
      ? await ask()
      : await world.context.poll(ask, ({ status }) => status !== 409)
    if (account.trusted) {
      judge('TRU-01', response, expectTrusted)
      return
    }
    withSuccess(response, account.request ? 'EXT-32' : 'TRU-04', 'deleting an account')
    account.deleted = true
  },
})

const isWithCode = ({ trusted, scaCode, deleted }: CustomerAccount) =>
  trusted && !deleted && scaCode !== undefined
const trustedOnes = ({ accounts }: Model) => accounts.filter(isWithCode)

const HOW = ['right', 'right', 'wrong-code', 'not-confirmed', 'challenge-of-another'] as const

const untrust = stepKind({
  name: 'untrust',
  area: 'strong-customer-authentication',
  operations: ['untrustBeneficiary', 'confirmUntrust'],
  weight: 4,
  params: fc.record({ of: fc.nat(9), how: fc.constantFrom(...HOW) }),
  may: (model, { of, how }) =>
    picked(trustedOnes(model), of) !== undefined &&
    (how !== 'challenge-of-another' || trustedOnes(model).length > 1),
  async take(model, { context }, { of, how }) {
    const account = picked(trustedOnes(model), of)!
    const code = account.scaCode!
    const { externalAccounts } = context.platform
    const asked = await retryUntilFound(context, () => externalAccounts.untrust(account.id))
    withSuccess(asked, 'TRU-03', 'requesting to untrust a beneficiary')
    if (how === 'not-confirmed') return
    const ownChallenge = challengeIn(asked)
    if (ownChallenge === undefined) return
    if (how === 'right') {
      const confirmed = await externalAccounts.confirmUntrust(account.id, { challengeId: ownChallenge, code })
      withSuccess(confirmed, 'TRU-03', 'confirming with the code that a beneficiary is untrusted')
      if (valueAt(confirmed.body, 'trusted') === true)
        throw new Violation('TRU-03', 'an untrusted beneficiary is returned as trusted', confirmed.exchange)
      account.trusted = false
      return
    }
    const other = trustedOnes(model).find((one) => one !== account)
    const foreign =
      how === 'challenge-of-another' && other
        ? challengeIn(await externalAccounts.untrust(other.id))
        : ownChallenge
    const wrongCode =
      how === 'wrong-code' ? code.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10)) : code
    if (foreign === undefined || (how === 'wrong-code' && wrongCode === code)) return
    const confirmed = await externalAccounts.confirmUntrust(account.id, {
      challengeId: foreign,
      code: wrongCode,
    })
    const requirement = how === 'wrong-code' ? 'TRU-06' : 'TRU-08'
    // The contract does not show how many wrong codes a customer may submit.
    if (how === 'wrong-code') account.scaCode = undefined
    judge(requirement, confirmed, () => expectRejectedUnlessAccepted(requireOpenSession(confirmed)))
  },
})

/** The challenge in the response; undefined: not found in any known place. */
const challengeIn = ({ body }: CheckedResponse): string | undefined =>
  ['challengeId', 'id', 'scaChallenge.id', 'challenge.id']
    .map((path) => valueAt(body, path))
    .find((id): id is string => typeof id === 'string')

interface WrongAccount {
  readonly requirement: RequirementId
  readonly change: (body: Body) => Body
  readonly expectation: Expectation
}

const withInfo = (body: Body, details: Body): Body => ({
  ...body,
  accountInfo: { ...(body.accountInfo as object), ...details },
})
const leavingOut = (body: Body, name: string): Body =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))

const createdValue = (response: CheckedResponse, path: string): unknown =>
  isSuccess(response) ? valueAt(response.body, path) : undefined

const WRONG: readonly WrongAccount[] = [
  {
    requirement: 'EXT-23',
    change: (body) => withInfo(body, { beneficiary: undefined }),
    expectation(response) {
      expectRejectedOrCreated(response)
      const { accountInfo } = (response.body ?? {}) as { readonly accountInfo?: unknown }
      const isShown = isSuccess(response) && accountInfo !== undefined
      expectBeneficiary(isShown && valueAt(accountInfo, 'beneficiary') === undefined)
    },
  },
  {
    requirement: 'EXT-24',
    change: (body) => withInfo(body, { accountType: 'MOON_ACCOUNT' }),
    expectation: expectCreationRejected,
  },
  {
    requirement: 'EXT-25',
    change: (body) =>
      withInfo(body, {
        beneficiary: { ...(valueAt(body, 'accountInfo.beneficiary') as object), beneficiaryType: 'DEITY' },
      }),
    expectation(response) {
      expectRejectedOrCreated(response)
      expectKnownBeneficiaryType(createdValue(response, 'accountInfo.beneficiary.beneficiaryType'))
    },
  },
  {
    requirement: 'EXT-26',
    change: (body) => ({ ...body, ownershipType: 'SECOND_PARTY' }),
    expectation(response) {
      expectRejectedOrCreated(response)
      expectKnownOwnershipType(createdValue(response, 'ownershipType'))
    },
  },
  {
    requirement: 'EXT-27',
    change: (body) => leavingOut(body, 'accountInfo'),
    expectation: expectCreationRejected,
  },
]

const createWrongly = stepKind({
  name: 'create-account-wrongly',
  area: 'external-accounts',
  operations: ['createCustomerExternalAccount'],
  weight: 4,
  params: fc.record({ how: fc.nat(WRONG.length - 1) }),
  may: () => true,
  async take(_, world, { how }) {
    const { requirement, change, expectation } = WRONG[how]!
    const { body } = await arrangeAccountRequest(world, 'EUR_ACCOUNT', undefined)
    const response = await world.wrongOnPurpose(() =>
      world.context.platform.externalAccounts.create(change(body)),
    )
    judge(requirement, response, expectation)
  },
})

const unknownAccount = stepKind({
  name: 'unknown-account',
  area: 'external-accounts',
  operations: ['getCustomerExternalAccount', 'deleteCustomerExternalAccount'],
  weight: 2,
  params: fc.record({ of: fc.nat(9), deletes: fc.boolean() }),
  may: ({ accounts }, { of }) => picked(accounts, of) !== undefined,
  async take({ accounts }, { context }, { of, deletes }) {
    const nonexistent = nonexistentId(picked(accounts, of)!.id, context)
    const { externalAccounts } = context.platform
    const asked = deletes ? 'delete' : 'get'
    const response = await externalAccounts[asked](nonexistent)
    judge('EXT-31', response, () => expectUnknownAccount(response, asked))
  },
})

const accountsWithInvalidCredentials = stepKind({
  name: 'accounts-with-invalid-credentials',
  area: 'external-accounts',
  operations: ['createCustomerExternalAccount', 'listCustomerExternalAccounts'],
  weight: 2,
  params: fc.record({ of: fc.nat(9), who: anyInvalidCredentials, creates: fc.boolean() }),
  may: (model, { of }) => picked(existing(model), of)?.customerId !== undefined,
  async take(model, world, { of, who, creates }) {
    const customerId = picked(existing(model), of)!.customerId!
    await requireCredentials(who, world, 'EXT-33', ({ externalAccounts }) =>
      creates
        ? world.wrongOnPurpose(async () =>
            externalAccounts.create((await arrangeAccountRequest(world, undefined, undefined)).body),
          )
        : externalAccounts.list({ customerId }),
    )
  },
})

const createForPlatform = stepKind({
  name: 'create-platform-account',
  area: 'external-accounts',
  operations: ['createPlatformExternalAccount'],
  weight: 1,
  params: fc.constant({}),
  may: () => true,
  async take(_, world) {
    const { body } = await world.context.arrange('external-account-request', { ownedBy: 'PLATFORM' })
    const create = () => world.context.platform.externalAccounts.createForPlatform(body)
    const response = await world.wrongOnPurpose(create)
    withSuccess(response, 'EXT-16', 'creating an account of the platform')
    const customerId = valueAt(response.body, 'customerId')
    if (customerId !== undefined && customerId !== null)
      throw new Violation(
        'EXT-16',
        `an account of the platform has the customer ${formatValue(customerId)}`,
        response.exchange,
      )
  },
})

/** Without credentials, or for a nonexistent account. */
const untrustWrongly = stepKind({
  name: 'untrust-wrongly',
  area: 'strong-customer-authentication',
  operations: ['untrustBeneficiary'],
  params: fc.record({ of: fc.nat(9), who: anyInvalidCredentials, unknown: fc.boolean() }),
  may: (model, { of }) => picked(trustedOnes(model), of) !== undefined,
  async take(model, world, { of, who, unknown }) {
    const { id } = picked(trustedOnes(model), of)!
    const { platform } = world.context
    if (unknown) {
      const response = await platform.externalAccounts.untrust(nonexistentId(id, world.context))
      judge('TRU-12', response, expectUntrustRejected)
      return
    }
    await requireCredentials(who, world, 'TRU-11', ({ externalAccounts }) => externalAccounts.untrust(id))
  },
})

export const accountSteps: readonly AnyStepKind[] = [
  createAccount,
  arrangeAccount,
  readAccount,
  countDefaults,
  listAccounts,
  deleteAccount,
  untrust,
  createWrongly,
  createForPlatform,
  untrustWrongly,
  unknownAccount,
  accountsWithInvalidCredentials,
]
