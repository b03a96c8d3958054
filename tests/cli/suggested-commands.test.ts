/** Every command that a run prints or writes is pasted into a shell, and judges the same deployment. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, emptyFolder } from './assay.ts'
import { startSmallDeployment, type SmallDeployment } from './small-deployment.ts'

const FILE = "the client's deployment.yaml"
const ONLY = ['ACT-21', 'CNV-03']

/** `&#39;` and the like, as HTML, Markdown and XML write them. */
const unescaped = (text: string) =>
  text
    .replaceAll(/<\/?[a-z][^>]*>/g, '')
    .replaceAll(/&#(\d+);/g, (_, number: string) => String.fromCharCode(Number(number)))
    .replaceAll(/&(?:quot|apos|lt|gt);/g, (name) => ({ '&quot;': '"', '&apos;': "'" })[name] ?? name)
    .replaceAll('&amp;', '&')

const commandsIn = (text: string): readonly string[] => [
  ...new Set(
    [...text.matchAll(/(?:npx )?assay (?:run|doctor)\b[^`\n|]*/g)].map(([command]) => command.trim()),
  ),
]

/** The lines of a report that are a command, or have one between backticks. */
const commandsOfPage = (text: string) =>
  [...text.matchAll(/<code[^>]*>(.*?)<\/code>/gs)]
    .map(([, command]) => unescaped(command!))
    .filter((command) => /^(?:npx )?assay (?:run|doctor)/.test(command))

describe('a suggested command', () => {
  let small: SmallDeployment
  const folder = mkdtempSync(join(emptyFolder(), 'of this person '))
  const bin = join(folder, 'bin')
  let stdout = ''
  /** What reached a command that was pasted: its words. */
  const pasted = (command: string): readonly string[] => {
    const { stdout: words, status } = spawnSync('sh', ['-c', command], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
    })
    assert.equal(status, 0, command)
    return words.split('\0').slice(0, -1)
  }
  const inReport = (name: string) => readFileSync(join(folder, 'own report', name), 'utf8')

  before(async () => {
    small = await startSmallDeployment({
      areas: ['agent-operations'],
      operation: (route) => (route === 'GET /agents/me/actions' ? { status: 200, body: {} } : undefined),
    })
    mkdirSync(bin)
    const npx = join(bin, 'npx')
    writeFileSync(npx, `#!/bin/sh\nprintf '%s\\0' "$@"\n`)
    chmodSync(npx, 0o755)
    writeFileSync(join(folder, FILE), small.text)
    const options = ['--edition', '1', '--seed', 'a seed', '--out', 'own report']
    const ended = await assay(
      ['run', '--deployment', FILE, ...options, '--only', ...ONLY],
      small.variables,
      folder,
    )
    assert.equal(ended.code, 1, ended.stderr)
    stdout = ended.stdout
  })
  after(() => small.close())

  const places: readonly (readonly [string, () => readonly string[]])[] = [
    ['the terminal', () => commandsIn(stdout)],
    ['summary.md', () => commandsIn(inReport('summary.md'))],
    ['junit.xml', () => commandsIn(unescaped(inReport('junit.xml')))],
    ['index.html', () => commandsOfPage(inReport('index.html'))],
  ]
  for (const [place, found] of places)
    it(`in ${place} names the deployment, the options and the folder of the run`, () => {
      const commands = found()
      assert.ok(commands.length > 0)
      for (const command of commands) {
        const [program, ...words] = pasted(command)
        assert.equal(program, 'assay')
        assert.equal(words[words.indexOf('--deployment') + 1], FILE, command)
        if (words[0] === 'doctor') continue
        assert.equal(words[words.indexOf('--edition') + 1], '1')
        assert.equal(words[words.indexOf('--seed') + 1], 'a seed')
        assert.equal(words[words.indexOf('--out') + 1], 'own report')
      }
    })

  it('judges the deployment of the run again', async () => {
    // The command of a rule for every response performs all checks of the claimed areas.
    const [command = ''] = commandsIn(stdout).filter((each) => each.includes('--only ACT-21'))
    const [, ...words] = pasted(command)
    const ended = await assay(words, small.variables, folder)
    assert.equal(ended.code, 1, ended.stderr)
    const { deployment } = JSON.parse(inReport('conformance.json')) as Conformance
    assert.equal(deployment.baseUrl, `${small.origin}/2025-10-13`)
  })

  it('of assay doctor names the deployment that it examined', async () => {
    const ended = await assay(['doctor', '--deployment', FILE], small.variables, folder)
    const commands = commandsIn(ended.stdout)
    assert.ok(commands.length > 0, ended.stdout)
    for (const command of commands) assert.deepEqual(pasted(command).slice(1), ['run', '--deployment', FILE])
  })

  it('of assay explain names the deployment of the last run here', async () => {
    await assay(['run', '--deployment', FILE, '--only', 'ACT-21'], small.variables, folder)
    const explained = await assay(['explain', 'ACT-21'], {}, folder)
    const [command = ''] = commandsIn(explained.stdout)
    assert.deepEqual(pasted(command), ['assay', 'run', '--deployment', FILE, '--only', 'ACT-21'])
  })
})
