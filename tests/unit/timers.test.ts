/**
 * Timers of a length from a deployment, its file or an option: no timer ends early, and all are created in one place.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { STATE_CALL, stateAddress, withStateFunctions } from '../../fixtures/state-functions-transport.ts'
import { localNow, systemTime, timeUntil } from '../../fixtures/time.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Longer than a timer of Node can wait, ms. */
const MONTH = 31 * 24 * 60 * 60 * 1000
const SOON = 50

const endedFirst = (wait: Promise<unknown>) =>
  Promise.race([wait.then(() => 'the wait'), setTimeout(SOON, 'the test')])

describe('a wait of a month', () => {
  it('does not end immediately', async () => {
    const stop = new AbortController()
    assert.equal(await endedFirst(timeUntil(stop.signal).sleep(MONTH)), 'the test')
    stop.abort()
    assert.equal(await endedFirst(systemTime.sleep(0)), 'the wait')
  })

  it('for a state function leaves it its time', async () => {
    const transport = withStateFunctions(
      { send: () => Promise.reject(new Error('not sent')), close: () => Promise.resolve() },
      { setUps: { agent: () => setTimeout(SOON, { agentId: 'Agent:1' }) }, tearDown: undefined },
    )

    const { status } = await transport.send({
      method: STATE_CALL,
      url: stateAddress('agent'),
      headers: {},
      body: JSON.stringify({ action: 'setup', state: 'agent', params: {} }),
      timeoutMs: MONTH,
      maxBytes: 1_000,
    })

    assert.equal(status, 200)
  })
})

/** The last argument of each call of a timer in a program. */
function lengthsIn(text: string): readonly string[] {
  return [...text.matchAll(/\b(?:setTimeout|setInterval|AbortSignal\.timeout)\(/g)].map(
    ({ index, 0: call }) => {
      const parameters = ['']
      for (let [depth, at] = [1, index + call.length]; at < text.length; at++) {
        const sign = text.charAt(at)
        depth += '([{'.includes(sign) ? 1 : ')]}'.includes(sign) ? -1 : 0
        if (depth === 0) break
        if (depth === 1 && sign === ',') parameters.push('')
        else parameters.push(parameters.pop()! + sign)
      }
      return parameters.map((parameter) => parameter.trim()).findLast((parameter) => parameter !== '')!
    },
  )
}

it('a timer whose length is not a constant is made by startTimer', () => {
  const folders = '{cli,doctor,exploration,fixtures,runner,second-opinions,suites,traffic}'
  const found = globSync(`${folders}/**/*.ts`, { cwd: root })
    .filter((file) => file !== join('fixtures', 'time.ts'))
    .flatMap((file) =>
      lengthsIn(readFileSync(join(root, file), 'utf8'))
        .filter((length) => !/^(?:[A-Z][A-Z\d_]*|[\d_]+)$/.test(length))
        .map((length) => `${file}: ${length}`),
    )
  assert.deepEqual(lengthsIn('setTimeout(() => end(one, two), ms) setTimeout(\n  f,\n  LONG,\n)\n'), [
    'ms',
    'LONG',
  ])
  assert.deepEqual(found, [])
})

describe('the time of a run', () => {
  it('goes on when the clock of this machine is set', (context) => {
    const before = Date.now()
    assert.ok(Math.abs(localNow() - before) < 1000)
    context.mock.method(Date, 'now', () => before + MONTH)

    assert.ok(Math.abs(systemTime.now() - before) < 1000)
    assert.ok(Math.abs(timeUntil(new AbortController().signal).now() - before) < 1000)
  })
})
