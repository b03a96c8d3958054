/** A folder of a run that anybody may have given has no file whose reading does not end. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readWholeLines } from '../../fixtures/recording/whole-lines.ts'
import { conformanceJson } from '../../reports/writers/conformance-json.ts'
import { linesIn } from '../../spec/lines-in.ts'
import { passing } from '../reports/sample-run.ts'
import { emptyFolder } from './assay.ts'

const PROGRAM = fileURLToPath(new URL('../../cli/assay.ts', import.meta.url))
const TIME_LIMIT_MS = 30_000

const folder = emptyFolder()
writeFileSync(join(folder, 'conformance.json'), conformanceJson(passing))
for (const file of ['recording.json', 'exchanges.jsonl']) writeFileSync(join(folder, file), '')

/** The folder with a pipe, to which nobody writes, or a device in place of a file. */
function folderWith(what: 'pipe' | 'device', file: string): string {
  const copy = join(emptyFolder(), 'run')
  cpSync(folder, copy, { recursive: true })
  rmSync(join(copy, file))
  if (what === 'pipe') execFileSync('mkfifo', [join(copy, file)])
  else symlinkSync('/dev/zero', join(copy, file))
  return copy
}

function ended(parameters: readonly string[]) {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...parameters], {
    encoding: 'utf8',
    timeout: TIME_LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  return { code: status, stderr }
}

describe('a folder with a file that does not end', { skip: process.platform === 'win32' }, () => {
  for (const what of ['pipe', 'device'] as const) {
    for (const file of ['recording.json', 'exchanges.jsonl', 'conformance.json'])
      it(`is not replayed: a ${what} as ${file}`, () => {
        const { code, stderr } = ended(['replay', folderWith(what, file), '--out', emptyFolder()])

        assert.equal(code, 2, stderr)
        assert.ok(stderr.includes(`there is no ${file}`), stderr)
      })

    it(`is not compared, and its causes are not read: a ${what}`, () => {
      const given = folderWith(what, 'conformance.json')

      for (const parameters of [
        ['compare', given, folder],
        ['causes', given],
      ]) {
        const { code, stderr } = ended(parameters)
        assert.equal(code, 2, stderr)
        assert.match(stderr, /it cannot be read \(not a file\)/)
      }
    })

    it(`has no lines: a ${what}`, async () => {
      const file = join(folderWith(what, 'exchanges.jsonl'), 'exchanges.jsonl')

      assert.deepEqual(readWholeLines(file), [])
      await assert.rejects(async () => {
        for await (const line of linesIn(file)) assert.fail(line.slice(0, 10))
      }, /is not a file/)
    })
  }

  const device = '/dev/zero'
  const named: Readonly<Record<string, readonly string[]>> = {
    'a deployment file': ['run', '-d', device],
    'a report': ['causes', device],
    'a baseline': ['run', '--reference', '--baseline', device],
    'a key': ['status', folder, '--status', device, '--key', device],
    'a signing key': ['certify', '-d', 'deployment.yaml', '--out', folder, '--key', device],
  }
  for (const [what, parameters] of Object.entries(named))
    it(`is rejected as ${what}`, () => {
      const { code, stderr } = ended([...parameters])

      assert.equal(code, 2, stderr)
      assert.match(stderr, /EFBIG/)
    })

  it('has no line that is longer than memory allows', async () => {
    const file = join(folder, 'long.jsonl')
    writeFileSync(file, '')
    truncateSync(file, 2 ** 40)

    await assert.rejects(async () => {
      for await (const line of linesIn(file)) assert.fail(line.slice(0, 10))
    }, /has a line of more than/)
    rmSync(file)
  })
})
