/** The commands on docs/programme.md work in the order of the page, in an empty folder. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startReference, type Reference } from '../../reference/serve.ts'
import { assay, emptyFolder } from '../cli/assay.ts'
import { blocksOf, documentOf } from './documents.ts'

/** The page starts it in another terminal. */
const SERVER = 'npx assay serve --port 4010\n'
const PLACE = 'registry/2025-10-13/example-inc-example-pay'
const KEYS = ['--key', 'assay-signing-key.pub.pem', '--log-key', 'registry/log/key.pub.pem']

const blocks = blocksOf(documentOf('docs/programme.md'))
  .filter(({ language }) => language === 'sh')
  .map(({ code }) => code)
/** Commands of Assay run in this process; the lines between them run in a shell. */
const steps = blocks
  .filter((code) => code !== SERVER)
  .flatMap((code) => code.split(/^(?=npx assay )|(?<=^npx assay .*\n)/m))

/** The words of a command line without quotes inside of a word. */
const wordsOf = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')

describe('docs/programme.md', () => {
  const folder = emptyFolder()
  let reference: Reference
  before(async () => {
    const credentials = { clientId: 'assay-client', clientSecret: 'assay-secret' }
    reference = await startReference({ credentials, statesToken: 'assay-states' })
  })
  after(() => reference.close())
  const status = (version: string) =>
    assay(
      ['status', `${PLACE}/${version}/bundle`, '--status', 'registry/log/status.json', ...KEYS],
      {},
      folder,
    )

  it('starts the reference server, and has steps', () => {
    assert.equal(blocks[0], SERVER)
    assert.ok(steps.length > 20)
  })

  for (const step of steps)
    it(step.trim().split('\n')[0]!.slice(0, 100), async () => {
      const line = step.replaceAll('127.0.0.1:4010', new URL(reference.url).host)
      if (!line.startsWith('npx assay ')) {
        const { status: code, stderr } = spawnSync('bash', ['-e', '-c', line], {
          cwd: folder,
          encoding: 'utf8',
        })
        assert.equal(code, 0, stderr)
        return
      }
      const [command, ...parameters] = wordsOf(line).slice(2)

      const { code, stdout, stderr } = await assay([command!, ...parameters], {}, folder)

      assert.equal(code, 0, `${stdout}${stderr}`)
      // The default rate suits a shared deployment, and would make this test slow.
      if (command === 'init')
        writeFileSync(
          join(folder, 'deployment.yaml'),
          readFileSync(join(folder, 'deployment.yaml'), 'utf8').replace(
            /requestsPerSecond: \d+/,
            'requestsPerSecond: 2000',
          ),
        )
    })

  it('ends with a superseded and a revoked certificate', async () => {
    assert.deepEqual([(await status('1.2.0')).code, (await status('1.2.0+2')).code], [14, 13])
  })
})
