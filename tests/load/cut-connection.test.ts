/** A connection that is cut once, as a busy server cuts an idle one, changes no verdict. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { RequirementId } from '../../spec/index.ts'
import { judgeTargets } from '../../selftest/hosted/judge-targets.ts'
import { withOwnReferences } from '../../selftest/hosted/own-references.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'
import { startBetween } from './between.ts'

const MOVES_MONEY = ['QUO-35', 'APR-01'] as const satisfies readonly RequirementId[]

it('a request that may move money is not sent again when its connection is cut: its check is retried', async () => {
  let cuts = 0
  const requests: string[] = []
  const cutFirst = (target: string) =>
    startBetween(target, {
      instead: (request) => {
        const isExecution = request.url?.endsWith('/execute') === true
        if (isExecution) requests.push(request.url!)
        if (!isExecution || cuts > 0) return false
        cuts++
        request.socket.destroy()
        return true
      },
    })
  const reference = { name: 'cut', between: cutFirst, only: [...MOVES_MONEY], waitsFor: [...MOVES_MONEY] }

  const judged = await withOwnReferences([reference], temporaryFolder('cut'), (targets) =>
    judgeTargets(targets),
  )

  assert.deepEqual(
    judged
      .get('cut')!
      .filter(({ verdict }) => verdict !== 'pass')
      .map(({ title, message }) => `${title}: ${message}`),
    [],
  )
  assert.equal(cuts, 1)
  assert.equal(requests.filter((url) => url === requests[0]).length, 1, 'the quote is not executed again')
})
