import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkInvariants } from '../../spec/index.ts'
import { statesSeen } from './conforming-histories.ts'

const UUID = '1f2e3d4c-5b6a-4978-8695-a4b3c2d1e0f9'
const READS = 12_000
/** The quadratic comparison of actions took half a minute. */
const MOST_MS = 5_000

const changing = (one: string, other: string) =>
  Array.from({ length: READS }, (_, index) => (index % 2 === 0 ? one : other))

for (const [what, history] of Object.entries({
  'an action': statesSeen(
    'getAgentAction',
    `AgentAction:${UUID}`,
    'status',
    changing('PENDING_APPROVAL', 'APPROVED'),
  ),
  'an external account': statesSeen(
    'getPlatformExternalAccount',
    `ExternalAccount:${UUID}`,
    'status',
    changing('UNVERIFIED', 'ACTIVE'),
  ),
  'a page with a wrong count': statesSeen('listCards', 'Card:1', 'state', changing('ACTIVE', 'FROZEN')).map(
    (observation) => ({
      ...observation,
      body: { data: [{}], hasMore: true, nextCursor: 'next', totalCount: 1 },
    }),
  ),
}))
  it(`${what} that was read ${READS} times is compared within seconds`, () => {
    const begun = performance.now()
    const tallies = checkInvariants(history, { requestIdHeader: 'X-Request-Id' })

    assert.ok(tallies.some(({ violations }) => violations.length > 0))
    assert.ok(performance.now() - begun < MOST_MS, `${performance.now() - begun} ms`)
  })
