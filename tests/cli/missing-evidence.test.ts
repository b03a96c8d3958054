/** Evidence that cannot be written, or is gone at the end of a run, is never taken for a verdict. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { evidenceIn, EvidenceLost } from '../../fixtures/recording/evidence.ts'
import { startReference, type Reference } from '../../reference/serve.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { withEvidence } from '../../reports/missing-evidence.ts'
import type { Exchange, Judgement } from '../../spec/index.ts'
import { assay, assayAsProcess, emptyFolder } from './assay.ts'

const VARIABLES = { EVIDENCE_SECRET: 'evidence-secret-4f1', EVIDENCE_STATES: 'evidence-states-77a' }
const ONLY = ['ACT-01', 'APR-11']

let reference: Reference
let proxy: Server
/** Called before the request of this number is forwarded. */
let meddle: (count: number) => void = () => undefined
let file = ''

before(async () => {
  reference = await startReference({
    credentials: { clientId: 'me', clientSecret: VARIABLES.EVIDENCE_SECRET },
    statesToken: VARIABLES.EVIDENCE_STATES,
  })
  let count = 0
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    meddle(++count)
    const body = await request.toArray()
    const { connection: _, host: __, ...headers } = request.headers
    const forwarded = await fetch(new URL(request.url!, reference.url), {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body: Buffer.concat(body as Buffer[]) }),
    })
    response.writeHead(forwarded.status, { 'content-type': forwarded.headers.get('content-type') ?? '' })
    response.end(Buffer.from(await forwarded.arrayBuffer()))
  }
  proxy = createServer((request, response) => {
    forward(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => proxy.once('listening', listening))
  const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  file = join(emptyFolder(), 'deployment.yaml')
  writeFileSync(
    file,
    [
      'name: evidence',
      `baseUrl: ${origin}${new URL(reference.url).pathname}`,
      'credentials: { clientId: me, clientSecret: "${EVIDENCE_SECRET}" }',
      `states: { url: "${origin}/_states", headers: { authorization: "Bearer \${EVIDENCE_STATES}" } }`,
      'limits: { requestsPerSecond: 500, concurrency: 8 }',
    ].join('\n'),
  )
})

after(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await reference.close()
})

/** Runs, and does something to the output folder when the request of this number arrives. */
async function runMeddled(out: string, at: number, change: () => void) {
  let seen = 0
  meddle = () => {
    if (++seen === at) change()
  }
  const ended = await assay(['run', '--deployment', file, '--out', out, '--only', ...ONLY], VARIABLES)
  meddle = () => undefined
  return ended
}

const conformanceIn = (out: string) =>
  JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance

describe('evidence that is lost while the run goes on', () => {
  for (const [what, change] of Object.entries({
    'the folder is deleted': (out: string) => rmSync(out, { recursive: true }),
    'the folder is deleted, and a file is in its place': (out: string) => {
      rmSync(out, { recursive: true })
      writeFileSync(out, '')
    },
    'the folder is deleted and made again': (out: string) => {
      rmSync(out, { recursive: true })
      mkdirSync(out)
    },
    'the exchanges are emptied': (out: string) => truncateSync(join(out, 'exchanges.jsonl')),
  }))
    it(`is exit code 3 where ${what}`, async () => {
      const out = join(emptyFolder(), 'out')
      const { code, stdout, stderr } = await runMeddled(out, 12, () => change(out))

      assert.equal(code, 3, `${stdout}\n${stderr}`)
      assert.doesNotMatch(stdout, /^Conformant/m)
      assert.match(`${stdout}${stderr}`, /missing from exchanges\.jsonl|cannot be written/)
      if (existsSync(join(out, 'conformance.json'))) {
        const { verdict, complete, requirements } = conformanceIn(out)
        assert.deepEqual([verdict, complete], ['inconclusive', false])
        assert.ok(requirements.every(({ fixIn }) => fixIn !== 'harness'))
      }
    })
})

describe('a folder that a link replaces while the run goes on', () => {
  const swap = (folder: string, target: string) => {
    renameSync(folder, `${folder}-before`)
    symlinkSync(target, folder, 'dir')
  }
  for (const [what, replaced] of Object.entries({
    'the link has its name': (out: string) => out,
    'the link has the name of the folder above': (out: string) => join(out, '..'),
  }))
    it(`is exit code 3, and nothing is written where it leads: ${what}`, async () => {
      const target = emptyFolder()
      const out = join(emptyFolder(), 'above', 'out')
      const { code, stdout, stderr } = await runMeddled(out, 12, () => swap(replaced(out), target))

      assert.equal(code, 3, `${stdout}\n${stderr}`)
      assert.match(
        stderr,
        /Writing the report to .*replaced by a link to \S+, so the run is inconclusive\.\n/,
      )
      assert.deepEqual(readdirSync(target), [])
    })

  it('may be a link from the beginning', async () => {
    const folder = emptyFolder()
    const out = join(folder, 'out')
    mkdirSync(join(folder, 'target'))
    symlinkSync('target', out, 'dir')
    const { code, stderr } = await runMeddled(out, 1, () => undefined)

    assert.equal(code, 0, stderr)
    assert.equal(conformanceIn(join(folder, 'target')).verdict, 'conformant')
  })

  it('does not lead out of the folder by the name of a part', async () => {
    const out = emptyFolder()
    const elsewhere = join(emptyFolder(), 'elsewhere')
    writeFileSync(elsewhere, 'untouched')
    const links = ['index.html', 'conformance.json', 'exchanges.har', 'exchanges.jsonl', 'judgements.jsonl']
    for (const name of links.flatMap((one) => [one, `${one}.part`])) symlinkSync(elsewhere, join(out, name))

    const { code, stderr } = await runMeddled(out, 1, () => undefined)

    assert.equal(code, 0, stderr)
    assert.equal(readFileSync(elsewhere, 'utf8'), 'untouched')
  })
})

it('a folder that is deleted before the suites are loaded is exit code 2, with the next step', async () => {
  const out = join(emptyFolder(), 'out')
  let seen = 0
  // The first request is sent while the suites load.
  meddle = () => {
    if (++seen === 1) rmSync(out, { recursive: true })
  }

  const { code, stderr } = await assayAsProcess(
    ['run', '--deployment', file, '--out', out, '--only', ...ONLY],
    VARIABLES,
  )

  meddle = () => undefined
  assert.equal(code, 2, stderr)
  assert.match(stderr, /^Writing the report to .*\n  → Set --out to a writable folder/m)
})

describe('a folder that cannot be written, known before the run', () => {
  for (const [what, prepare] of Object.entries({
    'is a file': (folder: string) => {
      writeFileSync(join(folder, 'out'), '')
      return join(folder, 'out')
    },
    'is below a file': (folder: string) => {
      writeFileSync(join(folder, 'file'), '')
      return join(folder, 'file', 'out')
    },
    'has a folder where a file belongs': (folder: string) => {
      mkdirSync(join(folder, 'exchanges.jsonl', 'x'), { recursive: true })
      return folder
    },
    'has a name that is too long': (folder: string) => join(folder, 'x'.repeat(300)),
  }))
    it(`is exit code 2: it ${what}`, async () => {
      const out = prepare(emptyFolder())
      let asked = 0
      meddle = () => void asked++
      const { code, stderr } = await assay(
        ['run', '--deployment', file, '--out', out, '--only', 'OWN-01'],
        VARIABLES,
      )

      assert.equal(code, 2, stderr)
      assert.match(stderr, /^Writing the report to .*\n  → Set --out to a writable folder/m)
      assert.equal(asked, 0)
    })
})

describe('evidence on a full disk', () => {
  it('is lost with a message', { skip: !existsSync('/dev/full') }, () => {
    const out = emptyFolder()
    spawnSync('ln', ['-s', '/dev/full', join(out, 'exchanges.jsonl')])

    assert.throws(() => evidenceIn(out).keep({ id: 'a.1.1' } as Exchange), EvidenceLost)
  })
})

describe('a judgement whose exchange is not recorded', () => {
  const judgement = (verdict: Judgement['verdict'], ...exchanges: string[]) =>
    ({ verdict, exchanges, conventions: [], check: 'a' }) as unknown as Judgement

  it('is removed; the other judgements stay', () => {
    const { judgements, missing } = withEvidence(
      [judgement('pass', 'a.1.1'), judgement('fail', 'a.1.1', 'a.1.2'), judgement('pass')],
      new Set(['a.1.1']),
    )

    assert.deepEqual(
      judgements.map(({ verdict }) => verdict),
      ['pass', 'blocked', 'pass'],
    )
    assert.deepEqual(missing, ['a.1.2'])
    assert.match(judgements[1]!.message!, /exchange a\.1\.2 is not in exchanges\.jsonl/)
  })
})
