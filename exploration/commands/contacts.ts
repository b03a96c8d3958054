/** The contacts of customers, and the codes that confirm them (contract: What the service does, row Contact Verification). */
import * as fc from 'fast-check'
import type { StateValues } from '../../spec/index.ts'
import { expectAnotherProvider } from '../../suites/contact-verification/expectations.ts'
import { expectCustomerNotFound } from '../../suites/customers/expectations.ts'
import { expectNothingConfirmed } from '../../suites/expectations.ts'
import { judge } from '../judge.ts'
import { withSuccess } from '../violation.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import type { World } from '../world.ts'
import { requireCredentials, invalidCredentialsName } from './require-credentials.ts'

type Platform = World['context']['platform']

const CONTACTS = {
  email: {
    sent: 'CON-01',
    confirmed: 'CON-03',
    otherCode: 'CON-05',
    codeOf: ({ emailCode }: StateValues['customer']) => emailCode,
    send: ({ contacts }: Platform, id: string) => contacts.verifyEmail(id),
    confirm: ({ contacts }: Platform, id: string, body: unknown) => contacts.confirmEmail(id, body),
  },
  phone: {
    sent: 'CON-02',
    confirmed: 'CON-04',
    otherCode: 'CON-06',
    codeOf: ({ phoneCode }: StateValues['customer']) => phoneCode,
    send: ({ contacts }: Platform, id: string) => contacts.verifyPhone(id),
    confirm: ({ contacts }: Platform, id: string, body: unknown) => contacts.confirmPhone(id, body),
  },
} as const

const contact = fc.constantFrom('email', 'phone')
const area = 'contact-verification'
const operations = ['verifyEmail', 'confirmEmail', 'verifyPhone', 'confirmPhone'] as const

const anotherCode = ({ context }: World, code: string | undefined): string => {
  const other = String(context.random.integer(0, 999_999)).padStart(6, '0')
  return other === code ? other.replace(/.$/, (digit) => String((Number(digit) + 1) % 10)) : other
}

const confirmContact = stepKind({
  name: 'confirm-contact',
  area,
  operations,
  weight: 4,
  params: fc.record({ contact, code: fc.constantFrom('right', 'another', 'none', 'empty') }),
  may: () => true,
  async take(_model, world, { contact: which, code }) {
    const { sent, confirmed, otherCode, codeOf, send, confirm } = CONTACTS[which]
    const { platform, arrange } = world.context
    const customer = await arrange('customer', { contactVerification: true })
    const right = codeOf(customer)
    withSuccess(await send(platform, customer.customerId), sent, `sending a code (${which})`)
    if (code === 'right') {
      if (right === undefined) return
      const response = await confirm(platform, customer.customerId, { code: right })
      withSuccess(response, confirmed, `confirming with the code that was sent (${which})`)
      return
    }
    const body = { another: { code: anotherCode(world, right) }, none: {}, empty: { code: '' } }[code]
    const response = await world.wrongOnPurpose(() => confirm(platform, customer.customerId, body))
    const requirement = code === 'another' ? otherCode : 'CON-07'
    judge(requirement, response, expectNothingConfirmed)
  },
})

const contactOfAnotherProvider = stepKind({
  name: 'contact-of-another-provider',
  area,
  operations,
  params: fc.record({ contact, what: fc.constantFrom('send', 'confirm') }),
  may: () => true,
  async take(_model, world, { contact: which, what }) {
    const { send, confirm } = CONTACTS[which]
    const { platform, arrange } = world.context
    const { customerId } = await arrange('customer', { contactVerification: false })
    if (what === 'send') judge('CON-08', await send(platform, customerId), expectAnotherProvider)
    else {
      const response = await confirm(platform, customerId, { code: anotherCode(world, undefined) })
      judge('CON-09', response, expectAnotherProvider)
    }
  },
})

const nonexistentContact = stepKind({
  name: 'contact-of-unknown-customer',
  area,
  operations,
  params: fc.record({ contact }),
  may: () => true,
  async take(_model, { context }, { contact: which }) {
    const response = await CONTACTS[which].send(context.platform, `Customer:${context.random.uuid()}`)
    judge('CON-10', response, expectCustomerNotFound)
  },
})

const contactsWithInvalidCredentials = stepKind({
  name: 'contacts-with-invalid-credentials',
  area,
  operations,
  params: fc.record({ who: invalidCredentialsName, what: fc.constantFrom('send', 'confirm') }),
  may: () => true,
  async take(_model, world, { who, what }) {
    const { send, confirm, codeOf, sent } = CONTACTS.email
    const { arrange, platform } = world.context
    const customer = await arrange('customer', { contactVerification: true })
    const { customerId } = customer
    withSuccess(await send(platform, customerId), sent, 'sending a code (email)')
    const code = codeOf(customer)
    if (what === 'confirm' && code === undefined) return
    await requireCredentials(who, world, 'CON-11', (caller) =>
      what === 'send' ? send(caller, customerId) : confirm(caller, customerId, { code: code! }),
    )
  },
})

export const contactSteps: readonly AnyStepKind[] = [
  confirmContact,
  contactOfAnotherProvider,
  nonexistentContact,
  contactsWithInvalidCredentials,
]
