import { randomInt } from 'node:crypto'
import type { StateValues } from '../../spec/index.ts'
import type { ServerContext } from '../call.ts'
import { newCustomer } from './customer.ts'
import { optionalText, Unsupported, type Params } from './params.ts'
import type { SetUps } from './states.ts'

const sixDigits = () => String(randomInt(1_000_000)).padStart(6, '0')

function setUpCustomer(server: ServerContext, params: Params): StateValues['customer'] {
  const kycStatus = optionalText(params, 'kycStatus')
  const customer = newCustomer(server, {
    information: { customerType: 'INDIVIDUAL', fullName: 'Ada Example' },
    ...(flag(params, 'scaRegion') && { scaRegion: true, scaCode: sixDigits() }),
    ...(flag(params, 'contactVerification') && { contactCodes: contactCodes() }),
    ...(kycStatus !== undefined && { kycStatus }),
  })
  const { id, platformCustomerId, scaCode, contactCodes: codes } = customer
  if (!server.rules.codesAreKnownAtSetUp) return { customerId: id, platformCustomerId }
  return {
    customerId: id,
    platformCustomerId,
    ...(scaCode !== undefined && { scaCode }),
    ...(codes && { emailCode: codes.email, phoneCode: codes.phone }),
  }
}

function flag(params: Params, name: string): boolean {
  const value = params[name] ?? false
  if (typeof value !== 'boolean') throw new Unsupported(`${name} is a boolean.`)
  return value
}

/** Two different values, so that one cannot be mistaken for the other. */
function contactCodes(): { readonly email: string; readonly phone: string } {
  const email = sixDigits()
  const phone = sixDigits()
  return email === phone ? contactCodes() : { email, phone }
}

const customerFields = (): StateValues['customer-fields'] => ({
  request: {
    customerType: 'INDIVIDUAL',
    fullName: 'Ada Example',
    email: 'ada@example.com',
    phoneNumber: '+1{unique}',
    address: { country: 'GB', postalCode: 'N1 9GU' },
  },
  change: { fullName: 'Ada King', address: { country: 'IT', postalCode: '10121' } },
  invalid: { customerType: 'ALIEN', email: 'nobody', 'address.country': 'Utopia', fullName: 7 },
})

function setUpUploadJob({ rules, store }: ServerContext): StateValues['customer-upload-job'] {
  const id = rules.newId('BulkUploadJob')
  store.customerUploadJobs.set(id, { id, status: 'COMPLETED' })
  return { jobId: id }
}

/** The code of a customer's contact, of a beneficiary, or of the customer's phone for everything else. */
function oneTimeCode({ store }: ServerContext, params: Params): StateValues['one-time-code'] {
  const account = optionalText(params, 'externalAccountId')
  const contact = optionalText(params, 'contact')
  const { scaCode, contactCodes } = store.customers.get(optionalText(params, 'customerId') ?? '') ?? {}
  const ofCustomer = contact === undefined ? scaCode : contactCodes?.[contact === 'EMAIL' ? 'email' : 'phone']
  const code = account === undefined ? ofCustomer : store.trustCodes.get(account)
  if (code === undefined) throw new Unsupported('No code was sent for this.')
  return { code }
}

/** Provider states of customers. */
export const customersStates = {
  customer: setUpCustomer,
  'customer-fields': customerFields,
  'one-time-code': oneTimeCode,
  'customer-upload-job': setUpUploadJob,
} satisfies Partial<SetUps>
