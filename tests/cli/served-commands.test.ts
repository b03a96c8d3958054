/** Commands that serve until they are stopped: `assay mcp`, `assay serve` and `assay ui`, each in a separate process. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
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

  it(
    'serve rejects the name of another host, which a page in a browser would send',
    { timeout: 30_000 },
    async (test) => {
      const child = spawn(process.execPath, [ASSAY, 'serve', '--port', '0'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      test.after(() => child.kill('SIGTERM'))
      const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
      const { port } = new URL(/http:\S+/.exec(line)![0])
      const statusOf = (host: string) =>
        new Promise<number | undefined>((resolve, reject) =>
          get({ port, path: '/2025-10-13/agents/me/actions', headers: { host } }, (response) =>
            resolve(response.resume().statusCode),
          ).on('error', reject),
        )
      for (const host of [`attacker.example:${port}`, `127.0.0.1.attacker.example:${port}`])
        assert.equal(await statusOf(host), 421, host)
      for (const host of [`127.0.0.1:${port}`, 'localhost:1', `[::1]:${port}`])
        assert.equal(await statusOf(host), 401, host)
    },
  )

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
