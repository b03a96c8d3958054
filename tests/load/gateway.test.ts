/** What stands before the API responds for it now and then, or for a while: this fails nothing and blocks nothing. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import type { BetweenOptions } from './between.ts'
import { startBetween } from './between.ts'
import { judgeThrough, startJudged } from './judge-through.ts'
import { assay, emptyFolder } from '../cli/assay.ts'

const LIMITS = '{ requestsPerSecond: 500, maxWaitSeconds: 20 }'

/** @param forMs how long since the first request that the front may respond to */
type IsAnswered = (number: number, forMs: number) => boolean

const FIRST = 50

/** Judges cards through a front that responds itself to some requests from the fiftieth on. */
async function judgeBehind(isAnswered: IsAnswered, status: number) {
  const reference = await startJudged()
  let number = 0
  let begun: number | undefined
  const instead: BetweenOptions['instead'] = ({ url }, response) => {
    if (url?.startsWith('/_states') === true || ++number < FIRST) return false
    begun ??= performance.now()
    if (!isAnswered(number, performance.now() - begun)) return false
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>No</h1>')
    return true
  }
  const between = await startBetween(new URL(reference.url).origin, { instead })
  const judged = await judgeThrough(between, LIMITS, 'cards')
  await between.close()
  await reference.close()
  return judged
}

for (const [name, isAnswered, status] of [
  ['a gateway without its server now and then', (number) => number % 50 === 0, 502],
  ['a firewall that refuses everything for a while', (_, forMs) => forMs < 1_000, 403],
] as const satisfies readonly (readonly [string, IsAnswered, number])[])
  it(name, async () => {
    const { ended, exchanges, out } = await judgeBehind(isAnswered, status)

    const answered = exchanges.filter(({ response }) => response?.status === status)
    assert.ok(answered.length > 1, 'the front responded')
    assert.equal(ended.code, 0, ended.stdout)
    const again = await assay(['replay', out, '--out', join(emptyFolder(), 'replayed')])
    assert.equal(again.code, 0, again.stdout)
    assert.match(again.stdout, /Every verdict equals that of the recorded run/)
  })
