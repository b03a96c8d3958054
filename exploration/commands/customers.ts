/** Customers: created, read, updated (contract: What the service does, row Customers; Errors, body shape). */
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { nonexistentId } from '../../fixtures/nonexistent-ids.ts'
import { withUnique } from '../../fixtures/requests/unique.ts'
import { isConflict, retryInConflict } from '../../fixtures/retry-in-conflict.ts'
import { valueAt } from '../../spec/value-at.ts'
import type { RequirementId } from '../../spec/index.ts'
import {
  expectConflict,
  expectCustomerCreated,
  expectCustomerNotFound,
  expectMalformedRejected,
  expectNamesakeRejected,
  expectOneCreation,
  expectOwnIdentifier,
  expectUpdated,
  expectUploadNotFound,
} from '../../suites/customers/expectations.ts'
import {
  expectFieldNamed,
  expectFieldsNamed,
  expectOnlyFields,
  isOf,
  isRejected,
  withFields,
  type Body,
  type InvalidField,
  folded,
} from '../../suites/customers/field-expectations.ts'
import { expectRead, idIn } from '../../suites/expectations.ts'
import { judge, judgeAccepted, problemsIn } from '../judge.ts'
import {
  Violation,
  requireServiceResponse,
  formatValue,
  describeResponse,
  requireAcceptedState,
  withSuccess,
  type Problem,
} from '../violation.ts'
import { picked, type ModelCustomer } from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import type { World } from '../world.ts'
import { requireCredentials, invalidCredentialsName } from './require-credentials.ts'

const area = 'customers'

/** Fields of a new customer, with a unique identifier. */
async function arrangeBody({ context }: World): Promise<Body> {
  const { request } = await context.arrange('customer-fields', {})
  const { random } = context
  return { ...withUnique(request, () => random.uuid()), platformCustomerId: random.name() }
}

/** Fields of a change; undefined: the deployment names none. */
async function arrangeChange({ context }: World): Promise<Body | undefined> {
  const { request, change = {} } = await context.arrange('customer-fields', {})
  const differs = Object.entries(change).some(
    ([field, value]) => !isDeepStrictEqual(valueAt(request, field), value),
  )
  return differs ? change : undefined
}

const shownOf = (body: unknown, fields: readonly string[]): Body =>
  Object.fromEntries(fields.map((field) => [field, valueAt(body, field)]))

/** Whether a value contains another one. */
const contains = (value: unknown, part: unknown): boolean =>
  typeof part === 'object' && part !== null && !Array.isArray(part)
    ? typeof value === 'object' &&
      value !== null &&
      Object.entries(part).every(([key, inner]) => contains((value as Body)[key], inner))
    : isDeepStrictEqual(value, part)

async function createAndJudge(world: World, body: Body): Promise<string> {
  const response = requireAcceptedState(
    await world.context.platform.customers.create(body),
    'customer-fields',
  )
  judge('CUS-01', response, expectCustomerCreated)
  judge('CUS-02', response, () => expectOwnIdentifier(response, body.platformCustomerId))
  return idIn(response)
}

const createCustomer = stepKind({
  name: 'create-customer',
  area,
  operations: ['createCustomer'],
  weight: 4,
  params: fc.constant({}),
  may: ({ customers }) => customers.length < 5,
  async take({ customers }, world) {
    const body = await arrangeBody(world)
    const id = await createAndJudge(world, body)
    if (customers.some((one) => one.id === id))
      throw new Violation('CUS-03', 'two customers have one identifier')
    customers.push({ id, body, seen: undefined, touched: 'CUS-10' })
  },
})

const canRead = ({ deployment }: World) => deployment.operations.getCustomer !== null

/** Reads a customer until it is as expected, and stores its fields. */
async function judgeFields(world: World, customer: ModelCustomer, changed: Body = {}): Promise<void> {
  if (!canRead(world)) return
  const { request, change = {} } = await world.context.arrange('customer-fields', {})
  const fields = Object.keys({ ...request, ...change, platformCustomerId: '' })
  const response = await world.settled(
    () => world.context.platform.customers.get(customer.id),
    (read): readonly Problem[] => {
      const [unread] = problemsIn('CUS-04', read, () => expectRead(read, customer.id))
      if (unread) return [unread]
      if (!contains(folded(read.body), folded(changed)))
        return [{ requirement: 'CUS-09', message: 'a customer does not show the change that was accepted' }]
      const now = shownOf(read.body, fields)
      return customer.seen === undefined || isDeepStrictEqual(now, customer.seen)
        ? []
        : [
            {
              requirement: customer.touched,
              message: `a customer changed without a request, from ${formatValue(customer.seen)} to ${formatValue(now)}`,
            },
          ]
    },
    ({ exchange }) => exchange,
  )
  customer.seen = shownOf(response.body, fields)
}

const ofCustomer = fc.record({ of: fc.nat(9) })

const readCustomer = stepKind({
  name: 'read-customer',
  area,
  operations: ['getCustomer'],
  weight: 4,
  params: ofCustomer,
  may: ({ customers }, { of }) => picked(customers, of) !== undefined,
  take: async ({ customers }, world, { of }) => judgeFields(world, picked(customers, of)!),
})

const updateCustomer = stepKind({
  name: 'update-customer',
  area,
  operations: ['updateCustomer'],
  weight: 3,
  params: ofCustomer,
  may: ({ customers }, { of }) => picked(customers, of) !== undefined,
  async take({ customers }, world, { of }) {
    const customer = picked(customers, of)!
    const change = await arrangeChange(world)
    if (change === undefined) return
    const { platform } = world.context
    const response = await retryInConflict(world.context, () =>
      platform.customers.update(customer.id, change),
    )
    if (isConflict(response)) return
    judge('CUS-08', response, () => expectUpdated(response, customer.id))
    customer.seen = undefined
    await judgeFields(world, customer, change)
  },
})

const OF_FIELDS = {
  create: { one: 'CUS-13', several: 'CUS-14' },
  update: { one: 'CUS-15', several: 'CUS-16' },
} as const

const invalidCustomer = stepKind({
  name: 'submit-invalid-customer',
  area,
  operations: ['createCustomer', 'updateCustomer'],
  weight: 5,
  params: fc.record({ of: fc.nat(9), how: fc.constantFrom('create', 'update') }),
  may: ({ customers }, { of }) => picked(customers, of) !== undefined,
  async take({ customers }, world, { of, how }) {
    const { arrange, platform } = world.context
    const customer = picked(customers, of)!
    const { invalid = {}, change = {} } = await arrange('customer-fields', {})
    const all = Object.entries(invalid).map(([field, value]) => ({ field, value }))
    if (all.length < 2) return
    const fresh = await arrangeBody(world)
    const submit = (wrong: readonly InvalidField[], base: Body) =>
      world.wrongOnPurpose(() =>
        how === 'create'
          ? platform.customers.create(withFields(base, wrong))
          : retryInConflict(world.context, () =>
              platform.customers.update(customer.id, withFields(base, wrong)),
            ),
      )
    const base = how === 'create' ? fresh : {}
    const { one, several } = OF_FIELDS[how]
    const fields: InvalidField[] = []
    for (const invalidField of all) {
      const response = await submit([invalidField], base)
      const { field } = invalidField
      // An update may ignore the fields that it never changes.
      if (how === 'update' && !isOf(change, field) && !isRejected(response)) continue
      judge(one, response, () => expectFieldNamed(response, field))
      fields.push(invalidField)
    }
    if (fields.length < 2) return
    const response = await submit(fields, how === 'create' ? fresh : change)
    judge(several, response, () => expectFieldsNamed(response, fields))
    if (how === 'update') {
      customer.touched = 'CUS-19'
      await judgeFields(world, customer)
      return
    }
    judge('CUS-17', response, () => expectOnlyFields(response, fields))
    judgeAccepted('CUS-18', await platform.customers.create(fresh))
  },
})

const conflictingCustomer = stepKind({
  name: 'create-conflicting-customer',
  area,
  operations: ['createCustomer'],
  weight: 3,
  params: fc.record({ of: fc.nat(9), how: fc.constantFrom('active', 'created', 'at-once') }),
  may: ({ customers }, { of }) => picked(customers, of) !== undefined,
  async take({ customers }, world, { of, how }) {
    const { platform, arrange } = world.context
    const customer = picked(customers, of)!
    if (how === 'active') {
      const { platformCustomerId } = await arrange('customer', {})
      const response = await platform.customers.create({ ...(await arrangeBody(world)), platformCustomerId })
      judge('CUS-05', response, expectConflict)
      return
    }
    const other = {
      ...customer.body,
      ...(await arrangeChange(world)),
      platformCustomerId: customer.body.platformCustomerId,
    }
    const refused = await platform.customers.create(other)
    customer.touched = 'CUS-06'
    await judgeFields(world, customer)
    // The contract does not show when a customer becomes active, and conflicts.
    if (how === 'created' || refused.status !== 409) return
    const body = await arrangeBody(world)
    const responses = await Promise.all([1, 2, 3].map(() => platform.customers.create(body)))
    judge('CUS-07', responses[1]!, () => expectOneCreation(responses))
  },
})

const takeOverIdentifier = stepKind({
  name: 'take-over-customer-identifier',
  area,
  operations: ['createCustomer', 'updateCustomer'],
  params: fc.constant({}),
  may: () => true,
  async take(_model, world) {
    const { platform, arrange } = world.context
    const other = await arrange('customer', {})
    const { customerId, platformCustomerId } = await arrange('customer', {})
    const body = await arrangeBody(world)
    const update = await platform.customers.update(customerId, {
      platformCustomerId: other.platformCustomerId,
    })
    requireServiceResponse(update)
    if (update.status >= 500)
      throw new Violation(
        'CUS-11',
        `taking over an identifier returned ${describeResponse(update)}`,
        update.exchange,
      )
    const namesake = await platform.customers.create({ ...body, platformCustomerId })
    judge('CUS-11', namesake, expectNamesakeRejected)
  },
})

const WRONG: Readonly<
  Record<string, (body: Body) => { readonly body: unknown; readonly requirement: RequirementId }>
> = {
  'identifier-object': (body) => ({
    body: { ...body, platformCustomerId: { id: 'customer' } },
    requirement: 'CUS-20',
  }),
  'identifier-array': (body) => ({
    body: { ...body, platformCustomerId: ['customer'] },
    requirement: 'CUS-20',
  }),
  array: () => ({ body: [], requirement: 'CUS-21' }),
  text: () => ({ body: 'customer', requirement: 'CUS-21' }),
}

const malformedCustomer = stepKind({
  name: 'create-malformed-customer',
  area,
  operations: ['createCustomer'],
  params: fc.record({ what: fc.constantFrom(...Object.keys(WRONG)) }),
  may: ({ customers }) => customers.length > 0,
  async take(_model, world, { what }) {
    const { body, requirement } = WRONG[what]!(await arrangeBody(world))
    const response = await world.wrongOnPurpose(() => world.context.platform.customers.create(body))
    judge(requirement, response, expectMalformedRejected)
  },
})

const unknownCustomer = stepKind({
  name: 'update-unknown-customer',
  area,
  operations: ['updateCustomer'],
  params: ofCustomer,
  may: ({ customers }, { of }) => picked(customers, of) !== undefined,
  async take({ customers }, world, { of }) {
    const change = await arrangeChange(world)
    if (change === undefined) return
    const nonexistent = nonexistentId(picked(customers, of)!.id, world.context)
    const response = await world.context.platform.customers.update(nonexistent, change)
    judge('CUS-12', response, expectCustomerNotFound)
  },
})

const unknownUpload = stepKind({
  name: 'read-unknown-customer-upload',
  area,
  operations: ['getCustomerUploadJob'],
  weight: 1,
  params: fc.constant({}),
  may: () => true,
  async take(_model, { context }) {
    const { jobId } = await context.arrange('customer-upload-job', {})
    const { customers } = context.platform
    withSuccess(await customers.uploadJob(jobId), 'CUS-23', 'reading a bulk upload')
    const response = await customers.uploadJob(nonexistentId(jobId, context))
    judge('CUS-23', response, () => expectUploadNotFound(response, jobId))
  },
})

const customersWithInvalidCredentials = stepKind({
  name: 'customers-with-invalid-credentials',
  area,
  operations: ['createCustomer', 'updateCustomer'],
  params: fc.record({
    of: fc.nat(9),
    who: invalidCredentialsName,
    what: fc.constantFrom('create', 'update'),
  }),
  may: ({ customers }, { of }) => picked(customers, of) !== undefined,
  async take({ customers: known }, world, { of, who, what }) {
    const { id, body } = picked(known, of)!
    const { platformCustomerId } = body
    if (what === 'update')
      return requireCredentials(who, world, 'CUS-22', ({ customers }) =>
        customers.update(id, { platformCustomerId }),
      )
    const fresh = await arrangeBody(world)
    return requireCredentials(who, world, 'CUS-22', ({ customers }) => customers.create(fresh))
  },
})

export const customerSteps: readonly AnyStepKind[] = [
  createCustomer,
  readCustomer,
  updateCustomer,
  invalidCustomer,
  conflictingCustomer,
  takeOverIdentifier,
  malformedCustomer,
  unknownCustomer,
  unknownUpload,
  customersWithInvalidCredentials,
]
