/** The SCA login of a customer (contract: Authentication, SCA login session). */
import { check, expect, type CheckContext } from '../../fixtures/index.ts'
import type { CapabilityId } from '../../spec/index.ts'
import { otherCode, wrongCodes } from './challenged-quote.ts'
import { arrangeScaCustomer } from './sca-customer.ts'
import { enrolListedFactor, countListedFactors } from './factors.ts'
import { expectNothingConfirmed, inShort } from '../expectations.ts'
import { logInCustomer, logIn, receiveLoginCode, refusalLifted, requireSessionKept } from './logged-in.ts'
import { REJECTED } from '../rejections.ts'

check('SCA-40', 'a customer logs in', async (context) => {
  const customer = await arrangeScaCustomer(context)

  const { login, code } = await receiveLoginCode(context, customer)
  const completed = await context.platform.sca.completeLogin(customer.customerId, { ...login, code })

  expect(completed).toSucceed()
})

/** The code of a customer who has started to log in. */
const codeOfAnotherLogin = async (context: CheckContext): Promise<string> =>
  (await receiveLoginCode(context, await arrangeScaCustomer(context))).code

for (const { name, codeFor } of wrongCodes(codeOfAnotherLogin)) {
  check('SCA-41', `${name} does not log in`, async (context) => {
    const customer = await arrangeScaCustomer(context)
    const { login, code: right } = await receiveLoginCode(context, customer)
    const code = await codeFor(context, right)

    const completed = await context.platform.sca.completeLogin(customer.customerId, { ...login, code })

    expectNothingConfirmed(completed)
  })
}

check('SCA-41', 'a rejected login opens no session', { needs: 'sca.totp' }, async (context) => {
  const { sca } = context.platform
  const customer = await arrangeScaCustomer(context)
  const { customerId } = customer
  const before = await sca.enrolFactor(customerId, 'TOTP')
  const { login, code } = await receiveLoginCode(context, customer)

  const completed = await sca.completeLogin(customerId, { ...login, code: otherCode(code) })

  expectNothingConfirmed(completed)
  const after = await sca.enrolFactor(customerId, 'TOTP')
  expect(refusalLifted(before, after), 'rejection that the login lifted').toBe('none')
})

check('SCA-48', 'the code of a completed login is not accepted again', async (context) => {
  const customer = await arrangeScaCustomer(context)
  const { customerId } = customer
  const { login, code } = await receiveLoginCode(context, customer)
  expect(await context.platform.sca.completeLogin(customerId, { ...login, code })).toSucceed()

  const again = await context.platform.sca.completeLogin(customerId, { ...login, code })

  expect(again).toBeError(...REJECTED)
})

check('SCA-42', 'a missing session is a conflict with its own code, not a 401', async (context) => {
  const customer = await arrangeScaCustomer(context)
  const { customerId } = customer

  const before = await context.platform.sca.enrolFactor(customerId, 'TOTP')

  await logIn(context, customer)
  const after = await context.platform.sca.enrolFactor(customerId, 'TOTP')
  expect(before).not.toHaveStatus(401)
  expect(refusalLifted(before, after)).toMatch(/^(none|409 SCA_SESSION_REQUIRED)$/)
})

check('SCA-47', 'the login of one customer opens no session of another', async (context) => {
  const { customerId } = await arrangeScaCustomer(context)
  const before = await context.platform.sca.enrolFactor(customerId, 'TOTP')

  await logInCustomer(context)

  const after = await context.platform.sca.enrolFactor(customerId, 'TOTP')
  expect(refusalLifted(before, after)).toBe('none')
})

const NEEDING_NONE: readonly {
  readonly title: string
  readonly needs?: CapabilityId
  readonly call: (sca: CheckContext['platform']['sca'], customerId: string) => ReturnType<typeof sca.factors>
}[] = [
  { title: 'the factors', call: (sca, customerId) => sca.factors(customerId) },
  {
    title: 'the enrolment of a factor',
    needs: 'sca.totp',
    call: (sca, customerId) => sca.enrolFactor(customerId, 'TOTP'),
  },
]

for (const { title, needs, call } of NEEDING_NONE) {
  check('SCA-43', `after the login no session is missing for ${title}`, { needs }, async (context) => {
    const { customerId, login } = await logInCustomer(context)

    const response = await context.poll(
      () => call(context.platform.sca, customerId),
      (last) => inShort(last) !== '409 SCA_SESSION_REQUIRED',
    )

    requireSessionKept(login, response)
    expect(inShort(response)).not.toBe('409 SCA_SESSION_REQUIRED')
    expect(inShort(response)).not.toMatch(/^401/)
  })
}

check('SCA-45', 'after the login the factors are listed', async (context) => {
  const { customerId, login } = await logInCustomer(context)

  const response = await context.poll(
    () => context.platform.sca.factors(customerId),
    ({ status }) => status < 300,
  )

  requireSessionKept(login, response)
  expect(response).toSucceed()
})

check('SCA-49', 'a factor is listed for the customer who enrolled it', async (context) => {
  const { customerId } = await logInCustomer(context)
  const other = await logInCustomer(context)
  const before = await countListedFactors(context, other.customerId)

  await enrolListedFactor(context, customerId)

  const after = await countListedFactors(context, other.customerId)
  expect(after, 'factors of the other customer').toBe(before)
})
