/** Every output of a restricted run shows the restriction, and its log has no command of a CI system. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { assay, emptyFolder } from './assay.ts'

it('a restricted run shows it in badge, summary and terminal, and prints no command of the deployment', async () => {
  const text = '\n::error::x\n##[error]y\n'
  const server = createServer((_, response) =>
    response
      .writeHead(401, { 'content-type': 'application/json' })
      .end(JSON.stringify({ status: 401, code: `UNAUTHORIZED${text}`, message: text, reason: text })),
  ).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const folder = emptyFolder()
  const file = join(folder, 'deployment.yaml')
  writeFileSync(
    file,
    [
      'name: "::warning::name ##[group]"',
      `baseUrl: http://127.0.0.1:${(server.address() as AddressInfo).port}/2025-10-13`,
      'credentials: { clientId: me, clientSecret: "a-secret-of-nobody" }',
    ].join('\n'),
  )
  const out = join(folder, 'out')

  const { code, stdout, stderr } = await assay([
    'run',
    '--deployment',
    file,
    '--out',
    out,
    '--only',
    'OWN-01',
  ])
  server.close()

  assert.notEqual(code, 0)
  const read = (name: string) => readFileSync(join(out, name), 'utf8')
  assert.match((JSON.parse(read('badge.json')) as { message: string }).message, /\(restricted\)$/)
  assert.match(read('summary.md'), /^## .*\(restricted\): /)
  assert.match(stdout, /^Restricted to OWN-01\.$/m)
  for (const log of [stdout, stderr]) assert.doesNotMatch(log, /^\s*::|##[a-z]*\[/m)
})
