/** Reads one of the agent's own actions by its id: an operation that the contract does not show. */
import { check, expect, valueAt, walkActions } from '../../fixtures/index.ts'
import {
  arrangeAgentWithActions,
  anyActions,
  arrangeOtherAgentWithActions,
  COMMON_STATUSES,
} from './agent-with-actions.ts'
import { expectNotReadable } from './action-expectations.ts'
import { requireReadableAction } from './readable-action.ts'

check('ACT-28', 'an action is read as it is listed', async (context) => {
  const { agent } = await arrangeAgentWithActions(context, { APPROVED: 2, FAILED: 1 })
  const { items: listed } = await walkActions(agent)

  const got = await Promise.all(listed.map(({ id }) => agent.action(String(id))))

  expect(listed).toHaveLength(3)
  expect(got.map(({ body }) => [valueAt(body, 'id'), valueAt(body, 'status')])).toEqual(
    listed.map(({ id, status }) => [id, status]),
  )
})

for (const status of COMMON_STATUSES) {
  check(
    'ACT-29',
    `an action with status ${status} of another customer's agent is not readable`,
    async (context) => {
      const own = await arrangeAgentWithActions(context, anyActions(1))
      const outsider = await arrangeAgentWithActions(context, { [status]: 1 })
      const actionId = await requireReadableAction(outsider)

      const got = await own.agent.action(actionId)

      expectNotReadable(got, outsider.arranged.customerId)
    },
  )

  check(
    'ACT-30',
    `an action with status ${status} of another agent of the customer is not readable`,
    async (context) => {
      const own = await arrangeAgentWithActions(context, anyActions(1))
      const otherAgent = await arrangeOtherAgentWithActions(context, own, { [status]: 1 })
      const actionId = await requireReadableAction(otherAgent)

      const got = await own.agent.action(actionId)

      expectNotReadable(got, otherAgent.arranged.agentId)
    },
  )
}
