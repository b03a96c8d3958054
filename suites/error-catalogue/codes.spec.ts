/** Every code of the error catalogue under its status (contract: Errors). */
import { check, expect } from '../../fixtures/index.ts'
import { catalogueCodes } from '../../spec/index.ts'
import { explanationIn } from './explanation-in.ts'

for (const { status, code, requirement } of catalogueCodes) {
  check(requirement, `what meets ${code} is answered with it`, async ({ arrange, send }) => {
    const request = await arrange('error-condition', { status, code })

    const answer = await send(request)

    expect(answer).toHaveStatus(status)
    expect(answer).toHaveCode(code)
    expect(explanationIn(answer), 'the error in words').toEqual(expect.any(String))
  })
}
