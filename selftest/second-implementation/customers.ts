/** Customers: the platform creates them, each with an account in every supported currency. */
import type { HandlerResponse, Body, Call } from './call.ts'
import { created, ok } from './call.ts'
import { currency } from './currencies.ts'
import type { FieldRule } from './fields.ts'
import { among, at, optional, isText, matches, requireFields } from './fields.ts'
import { shouted } from './identifiers.ts'
import { inMicroseconds } from './instants.ts'
import { Rejection } from './rejection.ts'
import type { Customer, World } from './world.ts'

/** Currencies in which every customer holds an account. */
const HELD = ['KWD', 'JPY', 'CLF']
/** Accounts are opened by another service. */
const OPENING_TAKES = 250
/** Delay of the replica that serves reads. */
const REPLICA_LAG = 200

const COUNTRY = matches(/^[A-Z]{2}$/)
const DAY = matches(/^\d{4}-\d{2}-\d{2}$/)

/** Fields that a customer keeps. */
const KEPT = [
  'customerType',
  'fullName',
  'birthDate',
  'nationality',
  'countryOfResidence',
  'businessInfo',
  'email',
  'phoneNumber',
]

const RULES: readonly FieldRule[] = [
  [
    'platformCustomerId',
    (value) => isText(value) && value.length <= 120,
    { type: 'string', minLength: 1, maxLength: 120 },
  ],
  ['customerType', among(['INDIVIDUAL', 'BUSINESS']), { enum: ['INDIVIDUAL', 'BUSINESS'] }],
  ['countryOfResidence', COUNTRY, { format: 'ISO 3166-1 alpha-2' }],
  ['fullName', (value, { customerType }) => customerType !== 'INDIVIDUAL' || isText(value), { minLength: 1 }],
  [
    'businessInfo.legalName',
    (value, { customerType }) => customerType !== 'BUSINESS' || isText(value),
    { minLength: 1 },
  ],
  ['birthDate', optional(DAY), { format: 'date' }],
  ['nationality', optional(COUNTRY), { format: 'ISO 3166-1 alpha-2' }],
  ['email', optional(matches(/^[^@\s]+@[^@\s]+$/)), { format: 'email' }],
  ['phoneNumber', optional(matches(/^\+\d{7,15}$/)), { format: 'E.164' }],
]

/** Adds a customer without accounts. */
export function enrol(world: World, platformCustomerId: string, fields: Body = {}): Customer {
  const now = Date.now()
  const customer: Customer = {
    id: shouted('Customer'),
    platformCustomerId,
    fields,
    created: now,
    updated: now,
  }
  world.customers.set(customer.id, customer)
  return customer
}

export function customerAt(world: World, id: unknown): Customer {
  const customer = world.customers.get(String(id))
  if (!customer) throw new Rejection(404, 'CUSTOMER_NOT_FOUND', 'We serve no such customer.')
  return customer
}

const present = ({ id, platformCustomerId, fields, created: at, updated }: Customer): Body => ({
  record: 'customer/2',
  id,
  platformCustomerId,
  ...fields,
  onboarding: { context: 'COMPLETE', kycStatus: 'APPROVED' },
  createdAt: inMicroseconds(at),
  updatedAt: inMicroseconds(updated),
})

const kept = (body: Body): Body =>
  Object.fromEntries(KEPT.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]))

function requireFree(world: World, platformCustomerId: unknown, own?: Customer): void {
  const taken = [...world.customers.values()].some(
    (other) => other !== own && other.platformCustomerId === platformCustomerId,
  )
  if (taken) throw new Rejection(409, 'CONFLICT', 'Another customer of yours has this platformCustomerId.')
}

export function createCustomer(world: World, { body }: Call): HandlerResponse {
  const request = body()
  requireFields(request, RULES)
  const platformCustomerId = String(request['platformCustomerId'])
  requireFree(world, platformCustomerId)
  const customer = enrol(world, platformCustomerId, kept(request))
  world.later(OPENING_TAKES, () => openAccounts(world, customer))
  return created(present(customer))
}

function openAccounts(world: World, customer: Customer): void {
  for (const code of HELD) {
    const of = currency(code)
    if (!of) continue
    const id = shouted('InternalAccount')
    world.ledgers.set(id, { id, customerId: customer.id, currency: of, internal: true, balance: 0 })
  }
}

export function updateCustomer(world: World, { path, body }: Call): HandlerResponse {
  const customer = customerAt(world, path[0])
  const change = body()
  const whole = { platformCustomerId: customer.platformCustomerId, ...customer.fields, ...change }
  requireFields(
    whole,
    RULES.filter(([field]) => at(change, field.split('.')[0] ?? '') !== undefined),
  )
  requireFree(world, whole.platformCustomerId, customer)
  customer.stale = { ...customer, until: Date.now() + REPLICA_LAG }
  customer.platformCustomerId = whole.platformCustomerId
  customer.fields = kept(whole)
  customer.updated = Date.now()
  return ok(present(customer))
}

export function getCustomer(world: World, { path }: Call): HandlerResponse {
  const customer = customerAt(world, path[0])
  const { stale } = customer
  return ok(present(stale && Date.now() < stale.until ? stale : customer))
}
