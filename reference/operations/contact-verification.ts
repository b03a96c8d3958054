import type { Answer } from '../answer.ts'
import type { Call, PlatformOperation, Setting } from '../call.ts'
import { Refused } from '../errors.ts'
import type { Contact } from '../resources/contact-verification.ts'
import type { ContactCodes } from '../resources/payments.ts'

const sending =
  (contact: Contact): PlatformOperation =>
  (setting, call) => {
    const { id } = mandated(setting, call, 'SENDING', contact)
    noted(setting.store.contactsAsked, id).add(contact)
    return done(setting, 'SENDING')
  }

const confirmation =
  (contact: Contact): PlatformOperation =>
  (setting, call) => {
    const { rules, store } = setting
    const { id, codes } = mandated(setting, call, 'CONFIRMATION', contact)
    const { code } = call.body()
    const asked = noted(store.contactsAsked, id)
    if (!rules.contactCodeWasSent(asked, contact) || !rules.contactCodeIsRight(codes, contact, code)) {
      throw new Refused(rules.contactCodeRefused())
    }
    noted(store.contactsConfirmed, id).add(contact)
    return done(setting, 'CONFIRMATION')
  }

/** A customer whose provider mandates the verification of contacts. */
function mandated(
  { rules, store }: Setting,
  call: Call,
  step: 'SENDING' | 'CONFIRMATION',
  contact: Contact,
): { readonly id: string; readonly codes: ContactCodes } {
  const customer = rules.customerNamed(store.customers, call.parameter('customerId'))
  if (!customer) throw new Refused(rules.customerNotFound())
  const codes = rules.contactCodesOf(customer, step, contact)
  if (!codes) throw new Refused(rules.contactVerificationNotMandated())
  return { id: customer.id, codes }
}

function noted(contacts: Map<string, Set<Contact>>, customerId: string): Set<Contact> {
  const known = contacts.get(customerId) ?? new Set()
  contacts.set(customerId, known)
  return known
}

function done({ rules }: Setting, step: 'SENDING' | 'CONFIRMATION'): Answer {
  const status = rules.contactStatus(step)
  return { status, body: status === 204 ? undefined : {} }
}

/** Operations of contact verification, by the names of their bindings and the credentials they take. */
export const contactVerificationOperations = {
  platform: {
    verifyEmail: sending('EMAIL'),
    confirmEmail: confirmation('EMAIL'),
    verifyPhone: sending('PHONE'),
    confirmPhone: confirmation('PHONE'),
  },
  agent: {},
  open: {},
}
