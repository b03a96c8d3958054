/** A folder of a run that anybody may have given has no file whose reading does not end. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { readWholeLines } from '../../fixtures/recording/whole-lines.ts'
import { conformanceJson } from '../../reports/writers/conformance-json.ts'
import { linesIn } from '../../spec/lines-in.ts'
import { passing } from '../reports/sample-run.ts'
import { emptyFolder } from './assay.ts'
import { performed, type Performed } from './performed-commands.ts'

const folder = emptyFolder()
writeFileSync(join(folder, 'conformance.json'), conformanceJson(passing))
for (const file of ['recording.json', 'exchanges.jsonl']) writeFileSync(join(folder, file), '')

const KINDS = ['pipe', 'device'] as const
const DEVICE = '/dev/zero'

/** The folder with a pipe, to which nobody writes, or a device in place of a file. */
function folderWith(what: (typeof KINDS)[number], file: string): string {
  const copy = join(emptyFolder(), 'run')
  cpSync(folder, copy, { recursive: true })
  rmSync(join(copy, file))
  if (what === 'pipe') execFileSync('mkfifo', [join(copy, file)])
  else symlinkSync(DEVICE, join(copy, file))
  return copy
}

interface Case {
  readonly what: string
  readonly parameters: () => readonly string[]
  readonly says: RegExp
}

const CASES: readonly Case[] = [
  ...KINDS.flatMap((kind): readonly Case[] => [
    ...['recording.json', 'exchanges.jsonl', 'conformance.json'].map((file) => ({
      what: `is not replayed: a ${kind} as ${file}`,
      parameters: () => ['replay', folderWith(kind, file), '--out', emptyFolder()],
      says: new RegExp(`there is no ${file.replace('.', '\\.')}`),
    })),
    {
      what: `is not compared: a ${kind}`,
      parameters: () => ['compare', folderWith(kind, 'conformance.json'), folder],
      says: /it cannot be read \(not a file\)/,
    },
    {
      what: `has no causes: a ${kind}`,
      parameters: () => ['causes', folderWith(kind, 'conformance.json')],
      says: /it cannot be read \(not a file\)/,
    },
  ]),
  { what: 'is rejected as a deployment file', parameters: () => ['run', '-d', DEVICE], says: /EFBIG/ },
  { what: 'is rejected as a report', parameters: () => ['causes', DEVICE], says: /EFBIG/ },
  {
    what: 'is rejected as a baseline',
    parameters: () => ['run', '--reference', '--baseline', DEVICE],
    says: /EFBIG/,
  },
  {
    what: 'is rejected as a key',
    parameters: () => ['status', folder, '--status', DEVICE, '--key', DEVICE],
    says: /EFBIG/,
  },
  {
    what: 'is rejected as a signing key',
    parameters: () => ['certify', '-d', 'deployment.yaml', '--out', folder, '--key', DEVICE],
    says: /EFBIG/,
  },
]

describe('a folder with a file that does not end', { skip: process.platform === 'win32' }, () => {
  let all: Performed
  before(async () => {
    all = await performed(CASES.map(({ parameters }) => parameters()))
  })

  for (const [at, { what, says }] of CASES.entries())
    it(what, () => {
      const result = all.results[at]

      assert.ok(result, 'the command did not end')
      assert.equal(result.code, 2, result.stderr)
      assert.match(result.stderr, says)
    })

  it('does not keep the process of a command from ending', () => {
    assert.ok(all.hasEnded)
  })

  for (const kind of KINDS)
    it(`has no lines: a ${kind}`, async () => {
      const file = join(folderWith(kind, 'exchanges.jsonl'), 'exchanges.jsonl')

      assert.deepEqual(readWholeLines(file), [])
      await assert.rejects(async () => {
        for await (const line of linesIn(file)) assert.fail(line.slice(0, 10))
      }, /is not a file/)
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
