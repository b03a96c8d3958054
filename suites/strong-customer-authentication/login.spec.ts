/** The SCA login of a customer (contract: Authentication, SCA login session). */
import { check, expect, type Stage } from '../../fixtures/index.ts'
import type { CapabilityId } from '../../spec/index.ts'
import { inShort } from '../agent-management/execution-outcome.ts'
import { scaCustomer, WRONG_CODES } from './challenged-quote.ts'
import { enrolledFactor, listedFactors } from './factors.ts'
import { expectNothingConfirmed } from '../one-time-code.ts'
import { loggedIn, logIn, refusalLifted, startLogin, whereSessionIsKept } from './logged-in.ts'
import { REJECTED } from '../rejections.ts'

check('SCA-40', 'a customer logs in', async (stage) => {
  const { customerId, scaCode } = await scaCustomer(stage)

  const login = await startLogin(stage, customerId)
  const completed = await stage.platform.sca.completeLogin(customerId, { ...login, code: scaCode })

  expect(completed).toSucceed()
})

for (const { name, codeFor } of WRONG_CODES) {
  check('SCA-41', `${name} logs nobody in`, async (stage) => {
    const { customerId, scaCode } = await scaCustomer(stage)
    const login = await startLogin(stage, customerId)
    const code = await codeFor(stage, scaCode)

    const completed = await stage.platform.sca.completeLogin(customerId, { ...login, code })

    expectNothingConfirmed(completed)
  })
}

check('SCA-48', 'a completed login is not completed again with its code', async (stage) => {
  const { customerId, scaCode } = await scaCustomer(stage)
  const login = await startLogin(stage, customerId)
  expect(await stage.platform.sca.completeLogin(customerId, { ...login, code: scaCode })).toSucceed()

  const again = await stage.platform.sca.completeLogin(customerId, { ...login, code: scaCode })

  expect(again).toBeError(...REJECTED)
})

check('SCA-42', 'a missing session is a conflict that says so, and no 401', async (stage) => {
  const { customerId, scaCode } = await scaCustomer(stage)

  const before = await stage.platform.sca.enrolFactor(customerId, 'TOTP')

  await logIn(stage, customerId, scaCode)
  const after = await stage.platform.sca.enrolFactor(customerId, 'TOTP')
  expect(before).not.toHaveStatus(401)
  expect(refusalLifted(before, after)).toMatch(/^(none|409 SCA_SESSION_REQUIRED)$/)
})

check('SCA-47', 'the login of one customer is no session of another', async (stage) => {
  const { customerId } = await scaCustomer(stage)
  const before = await stage.platform.sca.enrolFactor(customerId, 'TOTP')

  await loggedIn(stage)

  const after = await stage.platform.sca.enrolFactor(customerId, 'TOTP')
  expect(refusalLifted(before, after)).toBe('none')
})

const NEEDING_NONE: readonly {
  readonly title: string
  readonly needs?: CapabilityId
  readonly call: (sca: Stage['platform']['sca'], customerId: string) => ReturnType<typeof sca.factors>
}[] = [
  { title: 'the factors', call: (sca, customerId) => sca.factors(customerId) },
  {
    title: 'the enrolment of a factor',
    needs: 'sca.totp',
    call: (sca, customerId) => sca.enrolFactor(customerId, 'TOTP'),
  },
]

for (const { title, needs, call } of NEEDING_NONE) {
  check('SCA-43', `after the login no session is missing for ${title}`, { needs }, async (stage) => {
    const { customerId, login } = await loggedIn(stage)

    const answer = await stage.poll(
      () => call(stage.platform.sca, customerId),
      (last) => inShort(last) !== '409 SCA_SESSION_REQUIRED',
    )

    whereSessionIsKept(login, answer)
    expect(inShort(answer)).not.toBe('409 SCA_SESSION_REQUIRED')
    expect(inShort(answer)).not.toMatch(/^401/)
  })
}

check('SCA-45', 'after the login the factors are listed', async (stage) => {
  const { customerId, login } = await loggedIn(stage)

  const answer = await stage.poll(
    () => stage.platform.sca.factors(customerId),
    ({ status }) => status < 300,
  )

  whereSessionIsKept(login, answer)
  expect(answer).toSucceed()
})

check('SCA-49', 'a factor is listed for the customer who enrolled it', async (stage) => {
  const { customerId } = await loggedIn(stage)
  const other = await loggedIn(stage)
  const before = await listedFactors(stage, other.customerId)

  await enrolledFactor(stage, customerId)

  const after = await listedFactors(stage, other.customerId)
  expect(after, 'factors of the other customer').toBe(before)
})
