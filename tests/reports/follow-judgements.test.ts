import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { followJudgements } from '../../reports/follow-judgements.ts'
import { temporaryFolder } from '../temporary-folder.ts'

it('judgements are told once each as they come, whole, whatever stands between them', async () => {
  const file = join(temporaryFolder('follow'), 'judgements.jsonl')
  const told: string[] = []
  const line = (check: string) => Buffer.from(`${JSON.stringify({ check })}\n`)
  const following = followJudgements(file, ({ check }) => told.push(check))

  const half = line('żółw').subarray(0, 12)
  appendFileSync(file, Buffer.concat([line('first'), half]))
  const deadline = Date.now() + 5_000
  while (told.length === 0 && Date.now() < deadline) await sleep(20)
  assert.deepEqual(told, ['first'])

  appendFileSync(file, line('żółw').subarray(12))
  appendFileSync(file, '{"check":"cut"\n')
  appendFileSync(file, Buffer.concat([line('last'), Buffer.from('{"check":"begun')]))
  following.end()

  assert.deepEqual(told, ['first', 'żółw', 'last'])
})

it('nothing is told of a run that judged nothing', () => {
  const told: string[] = []
  const file = join(temporaryFolder('follow'), 'judgements.jsonl')

  followJudgements(file, ({ check }) => told.push(check)).end()

  assert.deepEqual(told, [])
})
