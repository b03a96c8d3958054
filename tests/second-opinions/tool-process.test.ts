import assert from 'node:assert/strict'
import { it } from 'node:test'
import { environmentOfTool } from '../../second-opinions/tool-process.ts'

it('another tool gets no secret of the deployment', () => {
  const environment = {
    PATH: '/bin',
    HOME: '/root',
    PLATFORM_CLIENT_SECRET: 's',
    NODE_OPTIONS: '--require x',
  }

  assert.deepEqual(environmentOfTool(environment), { PATH: '/bin', HOME: '/root' })
})
