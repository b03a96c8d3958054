import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantOf, lastInstantOf } from '../../fixtures/instant.ts'

const MOMENT = Date.UTC(2026, 0, 2, 3, 4, 5, 250)

for (const timestamp of [
  '2026-01-02T03:04:05.250Z',
  '2026-01-02T03:04:05.25Z',
  '2026-01-02T03:04:05.250999999+00:00',
  '2026-01-02T03:04:05,250Z',
  '2026-01-02T03:04:05.250+0000',
  '2026-01-02T03:04:05,25+00',
  '2026-01-02T03:04:05.250-00:00',
  '20260102T030405.250Z',
  '20260102T030405,25+0000',
]) {
  test(`${timestamp} is read as the moment it names`, () => {
    assert.equal(instantOf(timestamp), MOMENT)
  })
}

for (const [timestamp, laterMs] of [
  ['2026-01-02T03:04:05Z', 999],
  ['2026-01-02T03:04:05.000Z', 999],
  ['20260102T030405+0000', 999],
  ['2026-01-02T03:04Z', 59_999],
  ['2026-01-02T03:04:05.2Z', 99],
  ['2026-01-02T03:04:05,25+00:00', 9],
  ['2026-01-02T03:04:05.251Z', 0],
  ['2026-01-02T03:04:05.251999Z', 0],
] as const) {
  test(`${timestamp} may stand for ${laterMs} ms more`, () => {
    assert.equal(lastInstantOf(timestamp) - instantOf(timestamp), laterMs)
  })
}

test('an invalid timestamp has no instant', () => {
  assert.equal(instantOf('soon'), Number.NaN)
  assert.equal(lastInstantOf('soon'), Number.NaN)
})
