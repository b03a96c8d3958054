/** The list of an agent's own actions fails with its switch (contract: Endpoints 2, error responses). */
import {
  Blocked,
  check,
  expect,
  valueAt,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'

check('ACT-31', 'if the switch fails, the list returns the error shape of the list', async (context) => {
  const response = await listOfTheSwitch(context)

  expect(response).toBeError(500)
  expect(response).toHaveCode('SERVICE_SWITCH_ERROR')
  expect(valueAt(response.body, 'status'), 'status').toEqual(expect.any(Number))
  expect(valueAt(response.body, 'message'), 'message').toEqual(expect.any(String))
  expect(valueAt(response.body, 'details') ?? {}).toEqual(expect.any(Object))
})

/** @throws Blocked when the deployment names a request for another operation */
async function listOfTheSwitch({
  arrange,
  send,
}: Pick<CheckContext, 'arrange' | 'send'>): Promise<CheckedResponse> {
  const condition = { status: 500, code: 'SERVICE_SWITCH_ERROR', operation: 'listAgentActions' }
  const response = await send(await arrange('error-condition', condition))
  if (response.operation === 'listAgentActions') return response
  throw new Blocked(
    'deployment-file',
    `the state error-condition should name a request for listAgentActions; it names one for ${response.operation ?? 'no operation that is known'}`,
    'Return a request for the list, or 422 if no request causes the error.',
  )
}
