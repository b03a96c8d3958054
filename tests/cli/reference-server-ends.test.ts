import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from '../../cli/run.ts'
import { startReferenceServer } from '../../reference/start-process.ts'
import { EXCHANGES } from '../../fixtures/recording/evidence.ts'
import { emptyFolder, silentTerminal } from './assay.ts'

describe('the reference server of a run', () => {
  it('ends after the checks and before the report, which needs the memory', async () => {
    const out = emptyFolder()
    const server = await startReferenceServer()
    const left: string[] = []
    const close = async () => {
      await server.close()
      // The report would be there if it did not wait for the end of the server.
      await sleep(500)
      left.push(...[EXCHANGES, 'conformance.json'].filter((name) => existsSync(join(out, name))))
    }

    const code = await run(
      {
        deployment: undefined,
        embedded: Promise.resolve({ ...server, close: endOnce(close) }),
        only: ['RAT-01'],
        out,
        secondOpinions: false,
      },
      silentTerminal(),
    )

    assert.equal(code, 0)
    assert.deepEqual(left, [EXCHANGES])
  })
})

/** A run closes the server when it needs it no more, and whatever happened at its end. */
function endOnce(end: () => Promise<void>): () => Promise<void> {
  let ended: Promise<void> | undefined
  return () => (ended ??= end())
}
