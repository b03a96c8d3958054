/** Verifying the contacts of a customer (contract: What the service does, row Contact Verification). */
import { check, expect } from '../../fixtures/index.ts'
import { askedFor, confirmedCode, CONTACTS, WRONG_CODES } from './contacts.ts'
import { expectNothingConfirmed } from '../one-time-code.ts'

for (const contact of CONTACTS) {
  const { name } = contact

  check(contact.sending, `a code is sent to the ${name}`, async ({ arrange, platform }) => {
    const { customerId } = await arrange('customer', { contactVerification: true })

    const answer = await contact.send(platform, customerId)

    expect(answer).toSucceed()
  })

  check(contact.confirmation, `the code confirms the ${name}`, async (stage) => {
    const { customerId, code } = await askedFor(stage, contact)

    const answer = await contact.confirm(stage.platform, customerId, { code })

    expect(answer).toSucceed()
  })

  for (const wrong of WRONG_CODES) {
    check(contact.otherCode, `${wrong.name} does not confirm the ${name}`, async (stage) => {
      const asked = await askedFor(stage, contact)
      const code = await wrong.codeFor(stage, contact, asked)

      const answer = await contact.confirm(stage.platform, asked.customerId, { code })

      expectNothingConfirmed(answer)
    })
  }

  for (const { without, body } of [
    { without: 'no code', body: {} },
    { without: 'an empty code', body: { code: '' } },
  ]) {
    check('CON-07', `${without} does not confirm the ${name}`, async (stage) => {
      const { customerId } = await askedFor(stage, contact)

      const answer = await contact.confirm(stage.platform, customerId, body)

      expectNothingConfirmed(answer)
    })
  }

  check('CON-08', `no code is sent to the ${name} for another provider`, async ({ arrange, platform }) => {
    const { customerId } = await arrange('customer', { contactVerification: false })

    const answer = await contact.send(platform, customerId)

    expect(answer).toBeError(409)
  })

  check('CON-09', `no code confirms the ${name} for another provider`, async (stage) => {
    const code = await confirmedCode(stage, contact)
    const { customerId } = await stage.arrange('customer', { contactVerification: false })

    const answer = await contact.confirm(stage.platform, customerId, { code })

    expect(answer).toBeError(409)
  })

  check('CON-10', `the ${name} of an unknown customer is not found`, async (stage) => {
    await askedFor(stage, contact)

    const answer = await contact.send(stage.platform, `Customer:${stage.random.uuid()}`)

    expect(answer).toBeError(404)
    expect(answer).toHaveCode('USER_NOT_FOUND', 'CUSTOMER_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'NOT_FOUND')
  })
}
