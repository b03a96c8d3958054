import type { StateValues } from '../../spec/index.ts'
import { Blocked, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import { receivedCode } from '../received-code.ts'

type Customer = StateValues['customer']

/** A contact of a customer, and how to verify it. */
export interface Contact {
  readonly name: string
  readonly channel: 'EMAIL' | 'PHONE'
  readonly sendOperation: 'verifyEmail' | 'verifyPhone'
  readonly confirmOperation: 'confirmEmail' | 'confirmPhone'
  readonly sending: 'CON-01' | 'CON-02'
  readonly confirmation: 'CON-03' | 'CON-04'
  readonly otherCode: 'CON-05' | 'CON-06'
  readonly codeOf: (customer: Customer) => string | undefined
  readonly send: (platform: CheckContext['platform'], customerId: string) => Promise<CheckedResponse>
  readonly confirm: (
    platform: CheckContext['platform'],
    customerId: string,
    body: unknown,
  ) => Promise<CheckedResponse>
}

export const CONTACTS: readonly Contact[] = [
  {
    name: 'e-mail address',
    channel: 'EMAIL',
    sendOperation: 'verifyEmail',
    confirmOperation: 'confirmEmail',
    sending: 'CON-01',
    confirmation: 'CON-03',
    otherCode: 'CON-05',
    codeOf: ({ emailCode }) => emailCode,
    send: ({ contacts }, customerId) => contacts.verifyEmail(customerId),
    confirm: ({ contacts }, customerId, body) => contacts.confirmEmail(customerId, body),
  },
  {
    name: 'phone',
    channel: 'PHONE',
    sendOperation: 'verifyPhone',
    confirmOperation: 'confirmPhone',
    sending: 'CON-02',
    confirmation: 'CON-04',
    otherCode: 'CON-06',
    codeOf: ({ phoneCode }) => phoneCode,
    send: ({ contacts }, customerId) => contacts.verifyPhone(customerId),
    confirm: ({ contacts }, customerId, body) => contacts.confirmPhone(customerId, body),
  },
]

/** A customer to whose contact the deployment has sent a code. */
export interface Asked {
  readonly customer: Customer
  readonly customerId: string
  readonly code: string
}

/** The code that a contact of the customer received. */
const codeSentTo = (
  context: Pick<CheckContext, 'arrange'>,
  { channel, codeOf }: Contact,
  customer: Customer,
): Promise<string> =>
  receivedCode(context, codeOf(customer), { customerId: customer.customerId, contact: channel })

/** @throws Blocked when no code is sent, or the deployment does not return it */
export async function requestCode(
  { arrange, platform }: Pick<CheckContext, 'arrange' | 'platform'>,
  contact: Contact,
): Promise<Asked> {
  const customer = await arrange('customer', { contactVerification: true })
  const { customerId } = customer
  const response = await contact.send(platform, customerId)
  if (response.status < 300)
    return { customer, customerId, code: await codeSentTo({ arrange }, contact, customer) }
  throw new Blocked(
    'implementation',
    `sending a code to the ${contact.name} returned ${response.status} (exchange ${response.exchange})`,
    `See in the requests of this check why no code is sent. ${contact.sending} judges this step.`,
  )
}

/**
 * The code of a customer whose contact is confirmed with it. The contract does not show the body of a confirmation, so
 * a server may reject another code for its body.
 *
 * @throws Blocked when the contact is not confirmed
 */
export async function confirmCode(context: CheckContext, contact: Contact): Promise<string> {
  const { customerId, code } = await requestCode(context, contact)
  const response = await contact.confirm(context.platform, customerId, { code })
  if (response.status < 300) return code
  throw new Blocked(
    'implementation',
    `the code for the ${contact.name} returned ${response.status} (exchange ${response.exchange})`,
    `See in the requests of this check why it does not confirm. ${contact.confirmation} judges this step.`,
  )
}

/** A code of the most common form, which is right once in a million times. */
export const anotherCode = ({ random }: Pick<CheckContext, 'random'>): string =>
  String(random.integer(0, 999_999)).padStart(6, '0')

/**
 * Codes that do not confirm a contact. If a sandbox sends the same code to every customer, a random code replaces it.
 */
export const WRONG_CODES: readonly {
  readonly name: string
  readonly codeFor: (context: CheckContext, contact: Contact, asked: Asked) => Promise<string>
}[] = [
  { name: 'a random code', codeFor: async (context) => anotherCode(context) },
  { name: 'a prefix of the right code', codeFor: async (_, __, { code }) => code.slice(0, -1) },
  {
    name: 'the code of the other contact',
    codeFor: async (context, contact, { customer, code }) => {
      const other = CONTACTS.find((each) => each !== contact)!
      await other.send(context.platform, customer.customerId)
      return differing(context, code, await codeSentTo(context, other, customer))
    },
  },
  {
    name: 'the code of another customer',
    codeFor: async (context, contact, { code }) =>
      differing(context, code, (await requestCode(context, contact)).code),
  },
]

const differing = (context: CheckContext, code: string, other: string): string =>
  other === code ? anotherCode(context) : other
