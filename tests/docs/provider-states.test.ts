/** The provider-state endpoints in docs/provider-states.md, in each language, work as the page states. */
import assert from 'node:assert/strict'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { root } from './documents.ts'

const TOKEN = 'token-of-the-states'

const languages = [
  { file: 'handler.mjs', command: process.execPath, parameters: [], version: '--version' },
  { file: 'handler.py', command: 'python3', parameters: [], version: '--version' },
  { file: 'Handler.java', command: 'java', parameters: [], version: '-version' },
  { file: 'handler.go', command: 'go', parameters: ['run'], version: 'version' },
]

for (const { file, command, parameters, version } of languages) {
  const there = spawnSync(command, [version], { stdio: 'ignore' }).status === 0

  describe(
    `docs/provider-states/${file}`,
    { skip: !there && `there is no ${command} on this machine` },
    () => {
      let handler: ChildProcess
      let url = ''
      const ask = (body: unknown, token = TOKEN) =>
        fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify(body),
        })

      before(async () => {
        const port = await freePort()
        url = `http://127.0.0.1:${port}/_states`
        const path = join(root, 'docs/provider-states', file)
        handler = spawn(command, [...parameters, path, String(port)], {
          env: { ...process.env, STATES_TOKEN: TOKEN },
          stdio: 'ignore',
        })
        const responses = () =>
          ask({ action: 'teardown', state: 'customer' }).then(
            () => true,
            () => false,
          )
        for (let tries = 0; tries < 600 && !(await responses()); tries++) await sleep(50)
      })
      after(() => handler.kill())

      it('has the values of a state, new ones each time', async () => {
        const setUp = { action: 'setup', state: 'customer', params: { contactVerification: false } }

        const [first, second] = [await ask(setUp), await ask(setUp)]

        assert.deepEqual([first.status, second.status], [200, 200])
        const [one, other] = (await Promise.all([first.json(), second.json()])) as Record<string, string>[]
        assert.match(one?.customerId ?? '', /^Customer:[0-9a-f]{8}-[0-9a-f-]{27}$/)
        assert.notEqual(one?.customerId, other?.customerId)
      })

      it('reports that it cannot arrange a state with these parameters', async () => {
        const response = await ask({ action: 'setup', state: 'customer', params: { kycStatus: 'REJECTED' } })

        assert.equal(response.status, 422)
        assert.match(((await response.json()) as { message: string }).message, /REJECTED/)
      })

      it('reports an unknown state', async () => {
        assert.equal((await ask({ action: 'setup', state: 'card', params: {} })).status, 404)
      })

      it('tears down', async () => {
        assert.equal(
          (await ask({ action: 'teardown', state: 'customer', params: {}, values: {} })).status,
          204,
        )
      })

      it('rejects requests without the token', async () => {
        assert.equal((await ask({ action: 'setup', state: 'customer', params: {} }, 'another')).status, 401)
      })
    },
  )
}
