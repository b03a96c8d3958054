/** AGENTS.md and llms.txt: their commands run, and they stay short. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'
import { STATIC_CHECKS } from '../static-checks.ts'
import { blocksOf, documentOf, root } from './documents.ts'

const perform = promisify(execFile)

const lines = blocksOf(documentOf('AGENTS.md')).flatMap(({ code }) =>
  code
    .split('\n')
    .map((line) => line.split('#')[0]!.trim())
    .filter((line) => line !== ''),
)

describe('AGENTS.md', () => {
  it('is short', () => {
    assert.ok(documentOf('AGENTS.md').split('\n').length <= 60)
  })

  it('names the static checks of npm test', () => {
    assert.deepEqual(
      lines.filter((line) => line.startsWith('npx ')),
      STATIC_CHECKS.map(({ command, parameters }) => ['npx', command, ...parameters].join(' ')),
    )
  })

  for (const line of lines.filter((each) => each.startsWith('npm '))) {
    it(line, async () => {
      const out = temporaryFolder('agents')
      const [command = '', ...parameters] = line.replace('reports/staging', out).split(/\s+/)
      const { NODE_TEST_CONTEXT: _, ...env } = process.env

      await assert.doesNotReject(perform(command, parameters, { cwd: root, env }))
    })
  }

  it('has commands of tests, a run and the self-test', () => {
    assert.deepEqual(
      lines.filter((line) => line.startsWith('npm ')).map((line) => line.split(' -- ')[0]),
      ['npm test', 'npm start', 'npm run self-test'],
    )
  })
})

describe('llms.txt', () => {
  const text = documentOf('llms.txt')

  it('has at most 8 kB', () => {
    assert.ok(Buffer.byteLength(text) <= 8_000, `${Buffer.byteLength(text)} bytes`)
  })

  it('begins with the name and a summary, as llmstxt.org defines', () => {
    assert.match(text, /^# Assay\n\n> Assay is .*\n\n/)
  })

  it('lists every page of docs/ once', () => {
    const listed = [...text.matchAll(/^- \[[^\]]+\]\((docs\/[^)]+)\)/gm)].map(([, file]) => file)
    const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))

    assert.deepEqual(new Set(listed), new Set(pages.map((name) => `docs/${name}`)))
    assert.equal(listed.length, pages.length)
  })
})
