/** A threshold is set under the name and in the form that the deployment understands: the contract shows neither. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Blocked, type CheckContext } from '../../fixtures/index.ts'
import type { StateValues } from '../../spec/index.ts'
import { changeThreshold } from '../../suites/agent-management/changed-threshold.ts'

const holder = { agentId: 'Agent:1', sendingCurrency: 'USD' } as StateValues['agent']

type Body = Readonly<Record<string, unknown>>

/** Agents whose policy is what a deployment keeps of the body of a change. */
function agentsThat(keep: (body: Body) => Body) {
  const bodies: Body[] = []
  let policy: Body = {}
  const agents = {
    updatePolicy: async (_: string, body: Body) => {
      bodies.push(body)
      policy = keep(body)
      return { status: 200, body: {} }
    },
    get: async () => ({ status: 200, body: { policy } }),
  }
  return { bodies, context: { platform: { agents } } as unknown as CheckContext }
}

describe('a change of the approval threshold', () => {
  it('is one request where the agent shows it', async () => {
    const { bodies, context } = agentsThat(({ approvalThreshold }) => ({ approvalThreshold }))

    await changeThreshold(context, holder, 500)

    assert.deepEqual(
      bodies.map(({ approvalThreshold }) => approvalThreshold),
      [500],
    )
  })

  it('is repeated in other forms until the agent shows it', async () => {
    const { bodies, context } = agentsThat(({ approvalThresholds }) => ({ approvalThresholds }))

    await changeThreshold(context, holder, 500)

    assert.deepEqual(bodies.at(-1)?.approvalThresholds, [{ currency: 'USD', amount: 500 }])
    assert.equal(bodies.at(-1)?.approvalThreshold, 500)
    assert.equal(bodies.length, 2)
  })

  it('is blocked where no form can be sent', async () => {
    const { context } = agentsThat(() => {
      throw new Blocked('deployment-file', 'the field is removed', 'Keep it.')
    })

    await assert.rejects(changeThreshold(context, holder, 500), /the field is removed/)
  })
})
