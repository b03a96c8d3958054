/** Every code of the error catalogue under its status (contract: Errors). */
import { check, expect, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import { catalogueCodes } from '../../spec/index.ts'

/** The text of an error: `reason`, and `message` on the list of agent actions (contract: Errors, body shape). */
const explanationIn = ({ body }: CheckedResponse): unknown =>
  valueAt(body, 'reason') ?? valueAt(body, 'message')

for (const { status, code, requirement } of catalogueCodes) {
  check(requirement, `the condition of ${code} returns ${code}`, async ({ arrange, send }) => {
    const request = await arrange('error-condition', { status, code })

    const response = await send(request)

    expect(response).toHaveStatus(status)
    expect(response).toHaveCode(code)
    expect(explanationIn(response), 'the error in words').toEqual(expect.any(String))
  })
}
