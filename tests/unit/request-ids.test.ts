/** Request identifiers are the same in a replay, also where requests side by side are sent in another order. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { seededRandom } from '../../fixtures/random.ts'
import { createRequestIds } from '../../fixtures/request-ids.ts'

const approving = (transactionId: string) =>
  ({ operation: 'approveTransaction', path: { transactionId } }) as const

it('the identifier of a request does not depend on the order of the requests', () => {
  const [run, replay] = [createRequestIds(seededRandom('one')), createRequestIds(seededRandom('one'))]

  const sent = ['Transaction:a', 'Transaction:b'].map((id) => run(approving(id)))
  const again = ['Transaction:b', 'Transaction:a'].map((id) => replay(approving(id)))

  assert.deepEqual(again.toReversed(), sent)
  assert.notEqual(sent[0], sent[1])
})

it('a second request of the same kind has another identifier', () => {
  const newRequestId = createRequestIds(seededRandom('one'))

  assert.notEqual(newRequestId(approving('Transaction:a')), newRequestId(approving('Transaction:a')))
})

it('a secret code does not change it', () => {
  const [run, replay] = [createRequestIds(seededRandom('one')), createRequestIds(seededRandom('one'))]
  const redeeming = (code: string) => ({ operation: 'redeemDeviceCode', path: { code } }) as const

  assert.equal(run(redeeming('secret-code')), replay(redeeming('placeholder')))
})
