/** The customers of `given.agent`, lent to checks one after another. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ENOUGH } from '../../fixtures/given/lending.ts'
import { createGivenPool, givenFor, type GivenPool } from '../../fixtures/given/given-pool.ts'
import type { GivenEntry } from '../../fixtures/config/given.ts'

const entry = (name: string, params: object = {}, values: object = {}): GivenEntry => ({
  params: { ...params },
  values: {
    agentId: `Agent:${name}`,
    accessToken: `token-${name}`,
    customerId: `Customer:${name}`,
    sourceAccountId: `InternalAccount:${name}`,
    sendingCurrency: 'USD',
    ...values,
  },
})
const poolOf = (...agent: readonly GivenEntry[]) => createGivenPool({ agent })

interface By {
  readonly party?: string
  readonly mayWait?: boolean
}
/** A check that borrows; `outcomes` has what it got so far, in order. */
function check(pool: GivenPool, key: string, by: By = {}) {
  const outcomes: string[] = []
  let rests = 0
  const rest = <Result>(wait: () => Promise<Result>) => {
    rests++
    return wait()
  }
  const given = givenFor(pool, { lessee: `${key}/1`, check: key, rest, ...by })
  const lenders = [0, 1, 2].map((setUp) => given.lender(setUp))
  const names: string[] = []
  return {
    given,
    outcomes,
    rests: () => rests,
    name: () => names.at(-1)!,
    lenders,
    async borrow(lender = lenders[0]!, currency?: string) {
      const name = await lender.request(currency)
      names.push(name)
      const loan = pool.take(name) as { customerId?: string; isBusy?: true; lacks?: string }
      outcomes.push(loan.customerId?.slice(9) ?? loan.lacks ?? 'busy')
    },
  }
}
const turn = () => new Promise((resolve) => void setImmediate(resolve))

describe('a lent customer', () => {
  it('serves one check at a time, in the order of their requests, and without its agent', async () => {
    const pool = poolOf(entry('a'))
    const [one, two, three] = ['ONE', 'TWO', 'THREE'].map((key) => check(pool, key))
    await one!.borrow()
    const waits = [two!.borrow(), three!.borrow()]
    await turn()

    assert.deepEqual([one!.outcomes, two!.outcomes, three!.outcomes], [['a'], [], []])
    assert.equal(two!.rests(), 1, 'it waits without a slot')
    assert.doesNotMatch(JSON.stringify(pool.take(one!.name())), /token-a|Agent:a/)
    one!.given.release()
    await turn()
    assert.deepEqual([two!.outcomes, three!.outcomes], [['a'], []])
    two!.given.release()
    await Promise.all(waits)
    assert.deepEqual(three!.outcomes, ['a'])
  })

  it('is of an entry that no check uses as a whole, before or afterwards', async () => {
    const pool = poolOf(entry('a'), entry('b'))
    const whole = { state: 'agent', params: {}, ordinal: 1 } as const
    const one = check(pool, 'ONE')
    const two = check(pool, 'TWO')
    assert.notEqual(await one.given.reserve(whole), undefined)
    one.given.release()
    await two.borrow()
    two.given.release()

    assert.deepEqual(two.outcomes, ['b'])
    assert.equal(await check(pool, 'THREE').given.reserve(whole), undefined)
  })

  it('may be of an entry whose agent has a policy, but of none for a region or an exact balance', async () => {
    const pool = poolOf(
      entry('region', { scaRegion: true }),
      entry('exact', { balance: 5 }),
      entry('policy', { executionMode: 'APPROVAL_REQUIRED' }, { sendingCurrency: 'GBP' }),
    )
    const one = check(pool, 'ONE')
    await one.borrow(one.lenders[0], 'EUR')
    await one.borrow(one.lenders[0], 'GBP')

    assert.match(one.outcomes[0]!, /no entry of given\.agent can lend a customer .* in EUR/)
    assert.equal(one.outcomes[1], 'policy')
  })

  it('has money for a check; the reason names the account that has less', async () => {
    const pool = poolOf(entry('poor'), entry('rich'))
    const one = check(pool, 'ONE')
    await one.borrow()
    pool.noteBalance(one.name(), ENOUGH - 1)
    await one.borrow()
    pool.noteBalance(one.name(), ENOUGH)
    const two = check(pool, 'TWO')
    const waits = two.borrow()
    await turn()

    assert.deepEqual(one.outcomes, ['poor', 'rich'])
    pool.noteBalance(one.name(), 7)
    await waits
    assert.match(two.outcomes[0]!, /InternalAccount:poor has 999999, InternalAccount:rich has 7/)
  })

  it('is lent once if its balance is unknown', async () => {
    const pool = poolOf(entry('a'))
    const one = check(pool, 'ONE')
    await one.borrow()
    pool.noteBalance(one.name(), undefined)
    await one.borrow()
    one.given.release()
    const two = check(pool, 'TWO')
    await two.borrow()

    assert.deepEqual(one.outcomes, ['a', 'a'], 'the same set-up has the same customer')
    assert.match(two.outcomes[0]!, /no entry/)
  })

  it('is another one for each set-up of a check, if there is another one', async () => {
    const one = check(poolOf(entry('a'), entry('b')), 'ONE')
    for (const lender of one.lenders) await one.borrow(lender)

    assert.deepEqual(one.outcomes.slice(0, 2), ['a', 'b'])
    assert.match(one.outcomes[2]!, /more entries of given\.agent at a time than there are/)
  })
})

describe('checks that wait for lent customers', () => {
  it('never wait for each other: the last one that could end does not wait', async () => {
    const pool = poolOf(entry('a'), entry('b'))
    const [one, two] = [check(pool, 'ONE'), check(pool, 'TWO')]
    await one.borrow()
    await two.borrow()
    const waits = one.borrow(one.lenders[1])
    await two.borrow(two.lenders[1])

    assert.deepEqual([one.outcomes, two.outcomes], [['a'], ['b', 'busy']])
    two.given.release()
    await waits
    assert.deepEqual(one.outcomes, ['a', 'b'])
  })

  it('are served first if they have one, since others wait for it', async () => {
    const pool = poolOf(entry('a'), entry('b'))
    const [one, two, three] = ['ONE', 'TWO', 'THREE'].map((key) => check(pool, key))
    await one!.borrow()
    await two!.borrow()
    const waits = [three!.borrow(), one!.borrow(one!.lenders[1])]
    two!.given.release()
    await waits[1]

    assert.deepEqual([one!.outcomes, three!.outcomes], [['a', 'b'], []])
    one!.given.release()
    await waits[0]
  })

  it('do not wait for an entry that is returned only after they have ended', async () => {
    const pool = poolOf(entry('a'))
    const other = check(pool, 'OTHER')
    await other.borrow()
    const [shared, late] = [check(pool, 'GROUP', { party: 'group' }), check(pool, 'LATE', { party: 'group' })]
    const waits = [late.borrow(), shared.borrow()]
    other.given.release()
    await waits[0]
    shared.given.release()

    await waits[1]
    assert.deepEqual([...late.outcomes, ...shared.outcomes].toSorted(), ['a', 'busy'])
  })

  it('are not delayed by work for all checks: it uses what its check has, or does not wait', async () => {
    const pool = poolOf(entry('a'))
    const [one, two] = [check(pool, 'ONE'), check(pool, 'TWO')]
    await one.borrow()
    await one.borrow(one.lenders[1]!.ofWork('provisioning-x'))
    await two.borrow(two.lenders[0]!.ofWork('provisioning-y'))

    assert.deepEqual([one.outcomes, two.outcomes], [['a', 'a'], ['busy']])
  })
})
