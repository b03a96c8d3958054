/** What the log says of a certificate: each state and each fault of the log has its own name and exit code. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { sealed } from '../../certificates/envelope.ts'
import { keyTimeProblem, trustedKeys } from '../../certificates/key-set.ts'
import { keyId } from '../../certificates/keys.ts'
import { certificateState } from '../../certificates/log/certificate-state.ts'
import { examineLog } from '../../certificates/log/examine-log.ts'
import { entryIn, lineOf, type LogEntry } from '../../certificates/log/log-entry.ts'
import { logProof } from '../../certificates/log/log-proof.ts'
import {
  checkpointOf,
  openStatusList,
  sealedStatusList,
  STATUS_LIST_TYPE,
} from '../../certificates/log/status-list.ts'
import { PROBLEM_EXIT_CODES, problemExitCode } from '../../certificates/problem-exit-code.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const START = Date.parse('2026-11-01T00:00:00.000Z')
const at = (ms: number) => new Date(START + ms).toISOString()
const [OURS, NEXT, THEIRS] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string]

const issued = (certificate: string, ms = 0): LogEntry => ({
  event: 'issued',
  certificate,
  at: at(ms),
  issuedAt: at(ms),
  expiresAt: at(ms + 90 * DAY_MS),
})
const revoked: LogEntry = { event: 'revoked', certificate: OURS, at: at(DAY_MS), reason: 'the key was lost' }
const superseded: LogEntry = { event: 'superseded', certificate: OURS, at: at(DAY_MS), by: NEXT }
const beat = (days: number, passed: boolean): LogEntry => ({
  event: 'heartbeat',
  certificate: OURS,
  at: at(days * DAY_MS),
  passed,
})

const stateAt = (ms: number, ...entries: readonly LogEntry[]) =>
  certificateState([issued(THEIRS), issued(OURS), ...entries], OURS, START + ms).state

describe('the state of a certificate', () => {
  const cases: readonly (readonly [string, number, readonly LogEntry[]])[] = [
    ['valid', DAY_MS, []],
    ['valid', 60 * DAY_MS - 1, []],
    ['expiring', 60 * DAY_MS, []],
    ['expired', 90 * DAY_MS, []],
    ['revoked', 2 * DAY_MS, [revoked]],
    ['revoked', 91 * DAY_MS, [revoked]],
    ['superseded', 2 * DAY_MS, [superseded]],
    ['revoked', 2 * DAY_MS, [superseded, revoked]],
    ['valid', 4 * DAY_MS, [beat(2, false)]],
    ['degraded', 4 * DAY_MS + 1, [beat(2, false)]],
    ['degraded', 4 * DAY_MS + 1, [beat(1, true), beat(2, false), beat(3, false)]],
    ['valid', 4 * DAY_MS + 1, [beat(2, false), beat(3, true)]],
    ['valid', 4 * DAY_MS + 1, [beat(1, false), beat(2, true), beat(4, false)]],
  ]
  for (const [state, ms, entries] of cases)
    it(`is ${state} after ${ms / DAY_MS} days with ${entries.map(({ event }) => event).join(', ') || 'no event'}`, () => {
      assert.equal(stateAt(ms, ...entries), state)
    })

  it('has the reason, and is unlisted without an entry', () => {
    assert.match(certificateState([issued(OURS), revoked], OURS, START).because, /the key was lost/)
    assert.equal(certificateState([issued(THEIRS), { ...revoked }], OURS, START).state, 'unlisted')
  })
})

const pair = generateKeyPairSync('ed25519')
const other = generateKeyPairSync('ed25519')
const trust = (key: typeof pair.publicKey) => [{ id: keyId(key), key }]
const lines = (...entries: readonly LogEntry[]) => entries.map(lineOf)
const LOG = lines(issued(THEIRS), issued(OURS))
const listOf = (log: readonly string[], ms: number, key = pair.privateKey) =>
  Buffer.from(sealedStatusList(log, at(ms), key))
const proof = Buffer.from(logProof(LOG, 1, at(HOUR_MS), pair.privateKey))

interface Asked {
  readonly list?: Buffer
  readonly proof?: Buffer | undefined
  readonly issuedAt?: string
  readonly certificate?: string
  readonly ms?: number
}
function namesOf({ list, issuedAt = at(0), certificate = OURS, ms = 2 * DAY_MS, ...rest }: Asked) {
  const bundle = { certificate, issuedAt, list, proof: 'proof' in rest ? rest.proof : proof }
  return examineLog(bundle, trust(pair.publicKey), START + ms).problems.map(({ name }) => name)
}

describe('a certificate by its status list', () => {
  it('has no problem where it is valid and the log has grown', () => {
    assert.deepEqual(namesOf({ list: listOf([...LOG, ...lines(issued(NEXT, DAY_MS))], 2 * DAY_MS) }), [])
    assert.deepEqual(namesOf({}), [])
    assert.deepEqual(namesOf({ proof: undefined }), [])
  })

  const changed = lines(issued(NEXT), issued(OURS))
  const cases: readonly (readonly [string, string, Asked])[] = [
    ['revoked', 'it is revoked', { list: listOf([...LOG, lineOf(revoked)], 2 * DAY_MS) }],
    ['superseded', 'it is superseded', { list: listOf([...LOG, lineOf(superseded)], 2 * DAY_MS) }],
    [
      'degraded',
      'its heartbeat fails',
      { list: listOf([...LOG, lineOf(beat(1, false))], 4 * DAY_MS), ms: 4 * DAY_MS },
    ],
    ['forked', 'another entry stands before it', { list: listOf(changed, 2 * DAY_MS) }],
    ['rewound', 'the log has lost entries', { list: listOf(lines(issued(OURS)), 2 * DAY_MS) }],
    [
      'backdated',
      'the log got it days after it says',
      { list: listOf(LOG, 2 * DAY_MS), issuedAt: at(-2 * DAY_MS) },
    ],
    ['backdated', 'its proof says so, without a list', { issuedAt: at(-2 * DAY_MS) }],
    ['status', 'another key signed the list', { list: listOf(LOG, 2 * DAY_MS, other.privateKey) }],
    ['status', 'the list is old', { list: listOf(LOG, 2 * DAY_MS), ms: 10 * DAY_MS }],
    ['status', 'the list is of the future', { list: listOf(LOG, 400 * DAY_MS) }],
    [
      'status',
      'the list does not have it',
      { list: listOf(LOG, 2 * DAY_MS), certificate: NEXT, proof: undefined },
    ],
    ['status', 'its proof is of another certificate', { certificate: NEXT }],
    ['status', 'its proof is no JSON', { proof: Buffer.from('{') }],
    [
      'status',
      'its proof was changed',
      { proof: Buffer.from(proof.toString().replace(/"index": 1/, '"index": 0')) },
    ],
  ]
  for (const [name, title, asked] of cases)
    it(`has the problem ${name} where ${title}`, () => {
      assert.ok(namesOf(asked).includes(name as never), namesOf(asked).join())
    })

  it('has the problem status where a key signed the list or the proof outside of its time', () => {
    const list = listOf(LOG, 2 * DAY_MS)
    const named = (from: number, until: number, given: { proof?: Buffer; list?: Buffer }) => {
      const keys = trust(pair.publicKey).map((key) => ({
        ...key,
        validFrom: at(from),
        validUntil: at(until),
      }))
      const bundle = { certificate: OURS, issuedAt: at(0), list: undefined, proof: undefined, ...given }
      return examineLog(bundle, keys, START + 2 * DAY_MS).problems.map(({ name }) => name)
    }

    assert.deepEqual(named(0, 3 * DAY_MS, { list, proof }), [])
    assert.deepEqual(named(0, 2 * DAY_MS, { list }), ['status'])
    assert.deepEqual(named(3 * DAY_MS, 4 * DAY_MS, { list }), ['status'])
    assert.deepEqual(named(0, HOUR_MS, { proof }), ['status'])
  })

  it('is not judged by a proof of a log whose key the reader does not have', () => {
    const foreign = Buffer.from(logProof(LOG, 1, at(HOUR_MS), other.privateKey))
    const bundle = { certificate: OURS, issuedAt: at(0), proof: foreign, list: undefined }

    const { problems, unchecked } = examineLog(bundle, trust(pair.publicKey), START)

    assert.deepEqual(problems, [])
    assert.match(unchecked.join(), /--log-key/)
  })

  it('may have a proof of another log than that of the registry', () => {
    const foreign = Buffer.from(logProof(LOG, 1, at(HOUR_MS), other.privateKey))
    const bundle = { certificate: OURS, issuedAt: at(0), proof: foreign, list: listOf(LOG, DAY_MS) }

    const { problems, unchecked } = examineLog(bundle, trust(pair.publicKey), START + DAY_MS)

    assert.deepEqual(problems, [])
    assert.deepEqual(unchecked, ['log-proof.json: it is of another log than the status list'])
  })

  it('may be accepted by a registry within 30 days', () => {
    const accepted = { ...issued(OURS, 31 * DAY_MS), event: 'accepted' } as LogEntry
    const list = listOf(lines(accepted), 31 * DAY_MS)
    const asked = { list, proof: undefined, ms: 31 * DAY_MS }

    assert.deepEqual(namesOf({ ...asked, issuedAt: at(DAY_MS) }), [])
    assert.deepEqual(namesOf({ ...asked, issuedAt: at(0) }), ['backdated'])
  })

  it('has an exit code for each problem, the gravest where there are several', () => {
    const codes = Object.values(PROBLEM_EXIT_CODES)
    assert.equal(new Set(codes).size, codes.length)
    for (const name of [
      'revoked',
      'expired',
      'degraded',
      'superseded',
      'forked',
      'rewound',
      'backdated',
      'challenge',
      'key',
      'status',
    ] as const)
      assert.equal(problemExitCode([{ name }]), PROBLEM_EXIT_CODES[name])
    assert.equal(problemExitCode([{ name: 'expired' }, { name: 'revoked' }]), 13)
    assert.equal(problemExitCode([{ name: 'revoked' }, { name: 'signature' }]), 1)
  })
})

describe('a status list', () => {
  const openedWith = (log: readonly string[], ms = 2 * DAY_MS) =>
    openStatusList(listOf(log, ms), pair.publicKey)

  it('is not believed with entries of another form, out of order, or of the future', () => {
    const backwards = lines(issued(THEIRS, DAY_MS), issued(OURS))
    for (const log of [['{}'], [`${LOG[0]} `], backwards, lines(issued(OURS, 3 * DAY_MS))])
      assert.match(openedWith(log).problem ?? '', /entry \d of the status list is invalid/)
    assert.equal(openedWith(LOG).problem, undefined)
  })

  it('is not believed with entries that are not those of its root', () => {
    const payload = (log: readonly string[]) =>
      Buffer.from(JSON.stringify({ checkpoint: checkpointOf(LOG, at(DAY_MS)), lines: log }))
    const openedWithRoot = (log: readonly string[]) =>
      openStatusList(Buffer.from(sealed(payload(log), pair.privateKey, STATUS_LIST_TYPE)), pair.publicKey)

    assert.equal(openedWithRoot(LOG).problem, undefined)
    for (const log of [[LOG[1]!, LOG[0]!], LOG.slice(1)])
      assert.match(openedWithRoot(log).problem ?? '', /not those of its checkpoint/)
  })

  it('has entries that are written in one way only', () => {
    assert.deepEqual(entryIn(lineOf(revoked)), revoked)
    for (const line of [
      lineOf(revoked).replace(',', ', '),
      '{"event":"revoked"}',
      'x',
      lineOf({ ...revoked, reason: '' }),
    ])
      assert.equal(entryIn(line), undefined)
  })
})

describe('a key set', () => {
  const pem = (key: typeof pair.publicKey) => key.export({ type: 'spki', format: 'pem' }) as string
  const set = (more: object = {}) =>
    JSON.stringify({
      schemaVersion: 1,
      keys: [{ publicKey: pem(pair.publicKey), validFrom: at(0), validUntil: at(DAY_MS), ...more }],
    })

  it('has keys that may sign within their time', () => {
    const [key] = trustedKeys(set())
    assert.equal(key?.id, keyId(pair.publicKey))
    assert.deepEqual(
      [at(0), at(DAY_MS - 1)].map((time) => keyTimeProblem(key, time)),
      [undefined, undefined],
    )
    for (const time of [at(-1), at(DAY_MS)]) assert.match(keyTimeProblem(key, time) ?? '', /its key is valid/)
    assert.equal(keyTimeProblem(trustedKeys(pem(pair.publicKey))[0]!, at(0)), undefined)
  })

  it('is rejected in another form', () => {
    for (const text of ['{', '{}', set({ validFrom: 'yesterday' }), set({ more: 1 })])
      assert.throws(() => trustedKeys(text), { name: 'AssayError' })
  })
})
