/** An output that cannot be written never changes a verdict, and no command succeeds without its output. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, it } from 'node:test'

const PROGRAM = fileURLToPath(new URL('../../cli/assay.ts', import.meta.url))
const FULL = '/dev/full'

/** The exit code of a command with this output, and what it wrote to the other one. */
function ended(parameters: readonly string[], full: 'stdout' | 'stderr') {
  const other = full === 'stdout' ? 2 : 1
  const stdio: ('ignore' | 'pipe' | number)[] = ['ignore', 'pipe', 'pipe']
  stdio[full === 'stdout' ? 1 : 2] = openSync(FULL, 'w')
  return new Promise<{ readonly code: number | null; readonly text: string }>((done) => {
    const child = spawn(process.execPath, [PROGRAM, ...parameters], { stdio })
    let text = ''
    child.stdio[other]?.on('data', (data) => (text += String(data)))
    child.on('close', (code) => done({ code, text }))
  })
}

describe('a command on a full disk', { skip: process.platform !== 'linux' && `it has no ${FULL}` }, () => {
  it('is inconclusive without its output', async () => {
    const { code, text } = await ended(['list', '--areas'], 'stdout')

    assert.equal(code, 3)
    assert.match(
      text,
      /^Writing the output of the command: ENOSPC[^\n]*, so the command is inconclusive\.\n {2}→ /,
    )
    assert.doesNotMatch(text, /internal error/)
  })

  it('keeps the exit code of a failure without its output', async () => {
    const { code } = await ended(['explain', 'no-such-requirement'], 'stdout')

    assert.equal(code, 2)
  })

  it('ends as it would with its messages', async () => {
    assert.equal((await ended(['list', '--areas'], 'stderr')).code, 0)
    assert.equal((await ended(['explain', 'no-such-requirement'], 'stderr')).code, 2)
  })
})
