/** Commands that serve until they are stopped: `assay mcp` and `assay ui`, each in a separate process. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { ASSAY } from '../../cli/own-program.ts'
import { emptyFolder } from './assay.ts'

describe('a command that serves', () => {
  it('mcp ends with 0 when its input is empty', async () => {
    const child = spawn(process.execPath, [ASSAY, 'mcp'], { stdio: ['ignore', 'ignore', 'pipe'] })
    const [[code], stderr] = await Promise.all([once(child, 'close'), text(child.stderr)])
    assert.equal(code, 0, stderr)
  })

  it('ui prints why a run cannot start', { timeout: 30_000 }, async () => {
    const child = spawn(process.execPath, [ASSAY, 'ui', 'missing.yaml'], {
      cwd: emptyFolder(),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    for await (const chunk of child.stderr.setEncoding('utf8')) {
      stderr += chunk as string
      if (stderr.includes('missing.yaml')) child.kill('SIGTERM')
    }
    assert.match(stderr, /missing\.yaml/)
  })
})
