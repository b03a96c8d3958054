/** Exploration finds faults, reproduces them in few steps, and raises no false alarm. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { explore } from '../../exploration/explore.ts'
import { subjectsOf } from '../../exploration/steps.ts'
import { variants } from '../../selftest/variants/index.ts'
import type { AreaId, RequirementId } from '../../spec/index.ts'
import { startBetween } from '../load/between.ts'
import { alarmsOf } from './false-alarms.ts'
import { startHosts, type Hosts } from './hosted.ts'

let hosts: Hosts

before(async () => {
  hosts = await startHosts()
})
after(() => hosts.close())

/** Faults that take a sequence to be seen, and the shortest one; some steps do as well as others. */
const FOUND: readonly {
  readonly fault: string
  /** Steps and invariants may each see it first. */
  readonly requirements: readonly RequirementId[]
  /** The area of the exploration: fewer steps to choose from. */
  readonly areas: readonly AreaId[]
  readonly steps: readonly RegExp[]
}[] = [
  {
    fault: 'cards-active-again-is-fine',
    requirements: ['CRD-13'],
    areas: ['cards'],
    steps: [/^arrange-card(-limit)?$/, /^move-card$/],
  },
  {
    fault: 'ownership-failed-challenge-helps-again',
    requirements: ['OWN-23'],
    areas: ['external-accounts'],
    steps: [/^arrange-challenge$/, /^verify-invalid$/, /^verify$/],
  },
  {
    fault: 'request-identifier-ignored',
    requirements: ['QUO-20'],
    areas: ['agent-operations'],
    steps: [/^arrange-agent$/, /^create-quote$/, /^repeat-quote-request$/],
  },
  {
    fault: 'approval-overrules-rejection',
    requirements: ['APR-21', 'CNV-23'],
    areas: ['agent-operations', 'agent-management'],
    steps: [/^arrange-agent$/, /^create-quote$/, /^execute-quote$/, /^reject(-arranged)?$/, /^decide-again$/],
  },
  {
    fault: 'invitation-claimed-though-cancelled',
    requirements: ['INV-08'],
    areas: ['invitations'],
    steps: [/^create-invitation$/, /^cancel-invitation$/, /^claim-invitation$/],
  },
]

/** Readings of the contract that the model must leave room for. */
const ALLOWED = [
  'reads-lag',
  'executes-later',
  'another-body-gets-the-first-response',
  'not-pending-is-a-bad-request',
  'failed-challenge-not-found',
  'cards-moves-accepted',
  'invitations-cancelled-though-claimed',
  'customers-by-identifier-only',
]

describe('exploration', () => {
  for (const seed of [1, 2]) {
    it(`finds nothing on the reference with seed ${seed}`, async () => {
      const { failures, error, requests, cuts } = await explore(hosts.at(''), {
        seed,
        durationMs: 60_000,
        mostSequences: 15,
      })

      assert.equal(error, undefined)
      assert.deepEqual(failures, [])
      assert.deepEqual([...cuts.keys()], [])
      assert.ok(requests > 20, `${requests} requests`)
    })
  }

  it('finds nothing when the reference is explored again with the same seed', async () => {
    const again = async () =>
      explore(repeated, { seed: 4, durationMs: 60_000, mostSequences: 20, shrinks: false })
    const repeated = { ...hosts.at(''), areas: ['customers', 'cross-currency-transfers'] as const }

    const [first, second] = [await again(), await again()]

    assert.ok(first.requests > 20, `${first.requests} requests`)
    assert.deepEqual([first.failures, second.failures], [[], []])
  })

  for (const variant of variants.filter(({ id }) => ALLOWED.includes(id))) {
    it(`raises no alarm on a deployment that ${variant.title}`, async () => {
      const { alarms, requests } = await alarmsOf(hosts, variant, 3, {
        durationMs: 60_000,
        mostSequences: 8,
      })

      assert.deepEqual(alarms, [])
      assert.ok(requests > 5, `${requests} requests`)
    })
  }

  for (const { fault, requirements, areas, steps } of FOUND) {
    it(`finds the fault ${fault}, and shows it in ${steps.length} steps`, async () => {
      const deployment = { ...hosts.at(`/faults/${fault}`), areas }
      const exploration = await explore(deployment, {
        // Its first sequences are long, so they are shortened.
        seed: 2,
        // It ends when the sequence is short: six seconds, and more than a minute on a busy machine.
        durationMs: 300_000,
        most: 1,
      })

      assert.equal(exploration.error, undefined)
      const [failure] = exploration.failures
      assert.ok(failure && requirements.includes(failure.requirement), failure?.requirement)
      const names = failure.steps.map(({ kind }) => kind.name)
      assert.equal(names.length, steps.length, names.join(' '))
      for (const [index, pattern] of steps.entries()) assert.match(names[index]!, pattern)
      assert.equal(failure.isReproduced, true)
      assert.ok(failure.foundWith > steps.length, `first seen with ${failure.foundWith} steps`)
    })
  }

  it('draws the same sequences from the same seed', async () => {
    const drawn = async (seed: number) => {
      const { failures } = await explore(hosts.at('/faults/cards-reopened'), {
        seed,
        durationMs: 60_000,
        most: 1,
        shrinks: false,
      })
      return failures[0]?.steps.map(({ kind, params }) => [kind.name, params])
    }
    const [once, again, other] = [await drawn(7), await drawn(7), await drawn(8)]

    assert.ok(once !== undefined && once.length > 0)
    assert.deepEqual(again, once)
    assert.notDeepEqual(other, once)
  })

  it('omits areas and operations that the deployment does not claim or offer', () => {
    const conforming = hosts.at('')
    const names = (deployment: typeof conforming) =>
      subjectsOf(deployment).flatMap(({ kinds }) => kinds.map(({ name }) => name))

    assert.ok(names(conforming).includes('create-quote'))
    const onlyCards = names({ ...conforming, areas: ['cards'] })
    assert.ok(onlyCards.includes('move-card') && !onlyCards.includes('create-quote'))
    const withoutMoves = names(hosts.at('', ['updateCard']))
    assert.ok(withoutMoves.includes('read-card') && !withoutMoves.includes('move-card'))
  })

  it('ends where the Date header does not advance', { timeout: 60_000 }, async () => {
    const conforming = hosts.at('/faults/agent-mode-kept-in-a-cache')
    const frozen = new Date().toUTCString()
    const between = await startBetween(conforming.baseUrl, { date: () => frozen })
    const baseUrl = conforming.baseUrl.replace(new URL(conforming.baseUrl).origin, between.origin)

    const { failures, error, taken } = await explore(
      { ...conforming, baseUrl, areas: ['agent-management', 'agent-operations'] },
      { seed: 1, durationMs: 30_000, mostSequences: 40, most: 1, shrinks: false },
    )

    await between.close()
    assert.equal(error, undefined)
    assert.ok(taken.has('switch-mode'))
    assert.match(failures[0]?.requirement ?? '', /^AGM-1[45]$/)
  })

  it('ends soon when the deployment does not respond', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const silent = { ...hosts.at(''), baseUrl: `http://127.0.0.1:${port}/2025-10-13`, states: undefined }

    const { failures, error, sequences } = await explore(silent, { seed: 1, durationMs: 60_000 })

    server.close()
    assert.equal(error, undefined)
    assert.deepEqual(failures, [])
    assert.ok(sequences < 200, `${sequences} sequences`)
  })
})
