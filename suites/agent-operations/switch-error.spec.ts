/** The list of an agent's own actions fails with its switch (contract: Endpoints 2, error responses). */
import { Blocked, check, expect, valueAt, type Answer, type Stage } from '../../fixtures/index.ts'

check('ACT-31', 'a list that the switch does not give is told so in the shape of the list', async (stage) => {
  const answer = await listOfTheSwitch(stage)

  expect(answer).toBeError(500)
  expect(answer).toHaveCode('SERVICE_SWITCH_ERROR')
  expect(valueAt(answer.body, 'status')).toEqual(expect.any(Number))
  expect(valueAt(answer.body, 'message')).toEqual(expect.any(String))
  expect(valueAt(answer.body, 'details') ?? {}).toEqual(expect.any(Object))
})

/** @throws Blocked when the deployment names a request for another operation */
async function listOfTheSwitch({ arrange, send }: Pick<Stage, 'arrange' | 'send'>): Promise<Answer> {
  const condition = { status: 500, code: 'SERVICE_SWITCH_ERROR', operation: 'listAgentActions' }
  const answer = await send(await arrange('error-condition', condition))
  if (answer.operation === 'listAgentActions') return answer
  throw new Blocked(
    'deployment-file',
    `the state error-condition was asked for listAgentActions, and names a request for ${answer.operation ?? 'no operation that is known'}`,
    'Answer with a request for the list, or say that it cannot be brought about.',
  )
}
