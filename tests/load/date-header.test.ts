/** Without a usable Date header nothing is judged that needs the deployment's clock, and nothing fails. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { RequirementId } from '../../spec/index.ts'
import { judgeTargets, type CheckResultKept } from '../../selftest/hosted/judge-targets.ts'
import { withOwnReferences } from '../../selftest/hosted/own-references.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'
import { startBetween } from './between.ts'

const NEEDS_CLOCK = [
  'OWN-07',
  'OWN-08',
  'EXT-01',
  'EXT-03',
  'QUO-09',
  'QUO-10',
  'QUO-23',
  'QTE-10',
  'QTE-17',
  'QTE-34',
  'QTE-35',
  'SCA-02',
  'SCA-08',
  'SCA-11',
  'SCA-12',
  'APR-16',
  'APR-30',
  'AGA-28',
] as const satisfies readonly RequirementId[]
const NEEDS_NONE = ['OWN-01', 'QUO-42', 'QUO-81', 'QUO-82'] as const satisfies readonly RequirementId[]

const constant = (timestamp: string) => () => new Date(timestamp).toUTCString()
/** From 1970 to 2066, each time another year. */
const random = () => {
  let turn = 0
  return () => new Date(Date.UTC(1970 + ((turn++ * 41) % 97))).toUTCString()
}

const UNUSABLE = {
  'always 1970': { date: constant('1970-01-01T00:00:00Z'), says: /always Thu, 01 Jan 1970/ },
  'always 9999': { date: constant('9999-12-31T23:59:59Z'), says: /always Fri, 31 Dec 9999/ },
  'always the time of the start': { date: constant(new Date().toISOString()), says: /always/ },
  random: { date: random(), says: /jump by/ },
  absent: { date: () => undefined, says: /no response of the deployment has a Date header/ },
} as const

describe('the Date header', () => {
  let judged: ReadonlyMap<string, readonly CheckResultKept[]>

  before(async () => {
    const proxies = [
      ...Object.entries(UNUSABLE).map(([name, { date }]) => ({ name, date })),
      { name: 'as it should be' },
    ]
    const references = proxies.map(({ name, ...options }) => ({
      name,
      between: (target: string) => startBetween(target, options),
      only: [...NEEDS_CLOCK, ...NEEDS_NONE],
      waitsFor: [...NEEDS_CLOCK, ...NEEDS_NONE],
    }))
    const folder = temporaryFolder('date-header')
    judged = await withOwnReferences(references, folder, (targets) => judgeTargets(targets))
  })

  /** The results of a list of requirements, in brief. */
  const saidOf = (name: string, ids: readonly string[]) =>
    judged
      .get(name)!
      .filter(({ requirements }) => requirements.some((id) => ids.includes(id)))
      .map(({ requirements, verdict, message = '' }) => ({ id: requirements[0]!, verdict, message }))

  for (const [name, { says }] of Object.entries(UNUSABLE)) {
    it(`that is ${name} blocks every check that needs the clock, and fails none`, () => {
      const needing = saidOf(name, NEEDS_CLOCK)
      const otherwise = needing.filter(({ verdict, message }) => verdict !== 'blocked' || !says.test(message))

      assert.ok(needing.length >= NEEDS_CLOCK.length)
      assert.deepEqual(otherwise, [])
    })

    it(`that is ${name} does not affect requirements without a clock`, () => {
      const judgedOtherwise = saidOf(name, NEEDS_NONE).filter(({ verdict }) => verdict !== 'pass')

      assert.deepEqual(judgedOtherwise, [])
    })
  }

  it('that is a valid time blocks no check', () => {
    const blocked = saidOf('as it should be', [...NEEDS_CLOCK, ...NEEDS_NONE])

    assert.deepEqual(
      blocked.filter(({ verdict }) => verdict !== 'pass'),
      [],
    )
  })
})
