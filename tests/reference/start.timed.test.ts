import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'

test('listens within two seconds of its process starting', async () => {
  const script = `
    import { startReference } from './reference/serve.ts'
    await startReference({ credentials: { clientId: 'a', clientSecret: 'b' }, statesToken: 'c' })
    console.log('listening')
  `
  const begun = performance.now()
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script])
  const [line] = await new Promise<readonly string[]>((resolve) => {
    child.stdout.once('data', (chunk: Buffer) => resolve([chunk.toString()]))
    child.once('exit', () => resolve(['ended']))
  })
  const elapsed = performance.now() - begun
  child.kill()
  assert.equal(line, 'listening\n')
  assert.ok(elapsed < 2000, `${Math.round(elapsed)} ms`)
})
