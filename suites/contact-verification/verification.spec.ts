/** Verifying the contacts of a customer (contract: What the service does, row Contact Verification). */
import { check, expect } from '../../fixtures/index.ts'
import { requestCode, confirmCode, CONTACTS, WRONG_CODES } from './contacts.ts'
import { expectNothingConfirmed } from '../expectations.ts'
import { expectCustomerNotFound } from '../customers/expectations.ts'
import { expectAnotherProvider } from './expectations.ts'

for (const contact of CONTACTS) {
  const { name } = contact

  check(contact.sending, `a code is sent to the ${name}`, async ({ arrange, platform }) => {
    const { customerId } = await arrange('customer', { contactVerification: true })

    const response = await contact.send(platform, customerId)

    expect(response).toSucceed()
  })

  check(contact.confirmation, `the code confirms the ${name}`, async (context) => {
    const { customerId, code } = await requestCode(context, contact)

    const response = await contact.confirm(context.platform, customerId, { code })

    expect(response).toSucceed()
  })

  for (const wrong of WRONG_CODES) {
    check(contact.otherCode, `${wrong.name} does not confirm the ${name}`, async (context) => {
      const asked = await requestCode(context, contact)
      const code = await wrong.codeFor(context, contact, asked)

      const response = await contact.confirm(context.platform, asked.customerId, { code })

      expectNothingConfirmed(response)
    })
  }

  for (const { without, body } of [
    { without: 'a missing code', body: {} },
    { without: 'an empty code', body: { code: '' } },
  ]) {
    check('CON-07', `${without} does not confirm the ${name}`, async (context) => {
      const { customerId } = await requestCode(context, contact)

      const response = await contact.confirm(context.platform, customerId, body)

      expectNothingConfirmed(response)
    })
  }

  check('CON-08', `no code is sent to the ${name} for another provider`, async ({ arrange, platform }) => {
    const { customerId } = await arrange('customer', { contactVerification: false })

    const response = await contact.send(platform, customerId)

    expectAnotherProvider(response)
  })

  check('CON-09', `no code confirms the ${name} for another provider`, async (context) => {
    const code = await confirmCode(context, contact)
    const { customerId } = await context.arrange('customer', { contactVerification: false })

    const response = await contact.confirm(context.platform, customerId, { code })

    expectAnotherProvider(response)
  })

  check('CON-10', `the ${name} of an unknown customer is not found`, async (context) => {
    await requestCode(context, contact)

    const response = await contact.send(context.platform, `Customer:${context.random.uuid()}`)

    expectCustomerNotFound(response)
  })
}
