import type { ReferenceResponse } from '../reference-response.ts'
import type { Call, PlatformOperation, ServerContext } from '../call.ts'
import { Refused } from '../errors.ts'
import type { Contact } from '../resources/contact-verification.ts'
import type { ContactCodes } from '../resources/payments.ts'

const sending =
  (contact: Contact): PlatformOperation =>
  (server, call) => {
    const { id } = mandated(server, call, 'SENDING', contact)
    noted(server.store.contactsAsked, id).add(contact)
    return done(server, 'SENDING')
  }

const confirmation =
  (contact: Contact): PlatformOperation =>
  (server, call) => {
    const { rules, store } = server
    const { id, codes } = mandated(server, call, 'CONFIRMATION', contact)
    const { code } = call.body()
    const asked = noted(store.contactsAsked, id)
    if (!rules.contactCodeWasSent(asked, contact) || !rules.contactCodeIsRight(codes, contact, code)) {
      throw new Refused(rules.contactCodeRefused)
    }
    noted(store.contactsConfirmed, id).add(contact)
    return done(server, 'CONFIRMATION')
  }

/** A customer whose provider requires verified contacts. */
function mandated(
  { rules, store }: ServerContext,
  call: Call,
  step: 'SENDING' | 'CONFIRMATION',
  contact: Contact,
): { readonly id: string; readonly codes: ContactCodes } {
  const customer = rules.customerNamed(store.customers, call.parameter('customerId'))
  if (!customer) throw new Refused(rules.customerNotFound)
  const codes = rules.contactCodesOf(customer, step, contact)
  if (!codes) throw new Refused(rules.contactVerificationNotMandated)
  return { id: customer.id, codes }
}

function noted(contacts: Map<string, Set<Contact>>, customerId: string): Set<Contact> {
  const known = contacts.get(customerId) ?? new Set()
  contacts.set(customerId, known)
  return known
}

function done({ rules }: ServerContext, step: 'SENDING' | 'CONFIRMATION'): ReferenceResponse {
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
