/** Every error condition of agent management is real: the named request triggers it for any caller. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { agentManagementErrorConditions } from '../../reference/error-conditions/agent-management.ts'
import { catalogueCodeStatuses } from '../../spec/response-rules/index.ts'
import { basic, startDriven } from './driven-reference.ts'

const reference = await startDriven()
after(() => reference.close())

for (const code of Object.keys(agentManagementErrorConditions)) {
  test(`${code} is met by the request that its condition names`, async () => {
    const [status] = catalogueCodeStatuses(code)
    const asked = await reference.arrange('error-condition', { status: status!, code })

    const { method, path, auth, accessToken, body } = asked
    const authorization = auth === 'PLATFORM' ? basic : `Bearer ${accessToken}`
    const reply = await reference.platform(method, path, body, { authorization })

    assert.equal(reply.status, status)
    assert.equal(reply.json.code, code)
  })
}
