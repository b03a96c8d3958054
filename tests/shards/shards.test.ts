/** The merged shards of a run give the result of the undivided run; a missing shard is reported. */
import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { merge } from '../../cli/merge.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { readJudgements } from '../../reports/judgement-lines.ts'
import { exchangesIn } from '../../reports/exchange-lines.ts'
import { writeReport } from '../../reports/write-report.ts'
import type { Reference } from '../../reference/serve.ts'
import { startSelftestServer } from '../../selftest/hosted/hosting.ts'
import { assay, silentTerminal, emptyFolder, type Ended } from '../cli/assay.ts'

const CREDENTIALS = { clientId: 'shards-client', clientSecret: 'shards-secret-of-the-tests' }
const STATES_TOKEN = 'shards-states-token'
const VARIABLES = {
  SHARDS_ID: CREDENTIALS.clientId,
  SHARDS_SECRET: CREDENTIALS.clientSecret,
  SHARDS_TOKEN: STATES_TOKEN,
}
/** Several suites in three areas, and something broken. Nothing expires: how often that is tried depends on the load. */
const ONLY = ['OWN-01', 'ACT-03', 'QUO-20', 'QUO-42', 'APR-11']
const BROKEN = '/faults/approval-fees-on-top'

const folder = emptyFolder()
const deployment = join(folder, 'deployment.yaml')
const whole = join(folder, 'whole')
const parts = join(folder, 'parts')
let reference: Reference

const run = (out: string, ...rest: readonly string[]): Promise<Ended> =>
  assay(
    ['run', '--deployment', deployment, '--only', ...ONLY, '--seed', 'run-1', '--out', out, ...rest],
    VARIABLES,
  )

const conformanceIn = (directory: string) =>
  JSON.parse(readFileSync(join(directory, 'conformance.json'), 'utf8')) as Conformance

const filesIn = (directory: string) =>
  readdirSync(directory)
    .filter((name) => !name.startsWith('.'))
    .sort()

/** A line of a recording: of an exchange, a body, a judgement or the plan. */
interface Line {
  readonly check?: string
  readonly exchange?: string
  readonly suite?: string
  readonly title?: string
}

const checkOf = ({ check, exchange = '' }: Line) => check ?? exchange.split('.')[0]!

const linesIn = (directory: string, name: string): readonly Line[] =>
  existsSync(join(directory, name))
    ? readFileSync(join(directory, name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Line)
    : []

before(async () => {
  reference = await startSelftestServer({ credentials: CREDENTIALS, statesToken: STATES_TOKEN })
  const { origin } = new URL(reference.url)
  writeFileSync(
    deployment,
    [
      'name: divided',
      `baseUrl: ${origin}${BROKEN}/2025-10-13`,
      'credentials: { clientId: "${SHARDS_ID}", clientSecret: "${SHARDS_SECRET}" }',
      `states: { url: "${origin}${BROKEN}/_states", headers: { authorization: "Bearer \${SHARDS_TOKEN}" } }`,
      'limits: { requestsPerSecond: 500, concurrency: 16 }',
    ].join('\n'),
  )
  const ended = await run(whole)
  assert.equal(ended.code, 1, ended.stderr)
  // In a checkout the script of the page is as anyone who loads its source has it: here Node, in a run the engine.
  await writeReport(whole, conformanceIn(whole), await exchangesIn(join(whole, 'exchanges.jsonl')))
})

after(() => reference.close())

/** What is the same in two runs of the same suites on the same deployment. */
function withoutTimes(conformance: object): unknown {
  return JSON.parse(
    JSON.stringify(conformance, (key, value: unknown) =>
      ['durationMs', 'startedAt', 'finishedAt', 'p50', 'p95', 'max'].includes(key)
        ? undefined
        : typeof value === 'string'
          ? // Commands name the folder of the report.
            value.replaceAll(/ --out [^\s`]+/g, '')
          : value,
    ),
  )
}

/** Every shard performs the controls that it needs, so that more requests are sent than by the run undivided. */
function withoutControls({ coverage, latency, states, ...conformance }: Conformance): unknown {
  assert.ok(coverage.operations.length > 0 && latency && states)
  return withoutTimes(conformance)
}

describe('shards of a run', () => {
  it('are merged into one report, which can be replayed', async () => {
    const shards = [
      await run(join(parts, '1'), '--shard', '1/2'),
      await run(join(parts, '2'), '--shard', '2/2'),
    ]
    const codes = shards.map(({ code }) => code)
    assert.deepEqual(new Set(codes), new Set([0, 1]), shards.map(({ stderr }) => stderr).join(''))

    const merged = join(folder, 'merged')
    const { code, stdout } = await assay(['merge', parts, '--out', merged])

    assert.equal(code, 1, stdout)
    assert.deepEqual(withoutControls(conformanceIn(merged)), withoutControls(conformanceIn(whole)))
    assert.deepEqual(filesIn(merged), filesIn(whole))
    const replayed = await assay(['replay', merged, '--out', join(folder, 'merged-replayed')])
    assert.equal(replayed.code, 0, replayed.stdout)
  })

  it('mark themselves as a part, and are never conformant', () => {
    for (const index of [1, 2]) {
      const { shard, complete, verdict, incompleteReason, requirements } = conformanceIn(
        join(parts, String(index)),
      )

      assert.deepEqual(shard, { index, of: 2, complete: true })
      assert.equal(complete, false)
      assert.notEqual(verdict, 'conformant')
      assert.match(incompleteReason ?? '', new RegExp(`shard ${index} of 2`))
      assert.ok(requirements.length > 0)
      assert.ok(!requirements.some(({ verdict: one }) => one === 'blocked'))
    }
  })

  it('may be replayed by themselves', async () => {
    const { code, stdout } = await assay(['replay', join(parts, '2'), '--out', join(folder, 'part-replayed')])

    assert.equal(code, 0, stdout)
    assert.deepEqual(conformanceIn(join(folder, 'part-replayed')).shard, { index: 2, of: 2, complete: true })
  })
})

describe('a shard to which nothing falls', () => {
  it('is valid, can be replayed, and is not a complete run', async () => {
    const few = ['--only', 'RAT-01', '--seed', 'run-1', '--deployment', deployment]
    const empty = join(folder, 'empty')
    const { code, stderr } = await assay(['run', ...few, '--shard', '2/2', '--out', empty], VARIABLES)

    assert.equal(code, 0, stderr)
    assert.deepEqual(conformanceIn(empty).requirements, [])
    assert.equal(conformanceIn(empty).verdict, 'inconclusive')
    await assay(['replay', empty, '--out', `${empty}-replayed`])
    assert.deepEqual(conformanceIn(`${empty}-replayed`).shard, { index: 2, of: 2, complete: true })
    assert.equal(
      await merge({ directories: [empty], out: `${empty}-merged`, secondOpinions: false }, silentTerminal()),
      3,
    )
    assert.equal(conformanceIn(`${empty}-merged`).incompleteReason, 'shard 1 of 2 is missing')
  })
})

/** The finished run as three shards would have left it: every line in the shard of its suite, nothing else changed. */
function divided(name: string): readonly string[] {
  const plan = linesIn(whole, 'planned.jsonl')
  const suiteOf = new Map(plan.map(({ check, suite }) => [check!, suite!]))
  const partition: string[][] = [[], [], []]
  ;[...new Set(plan.map(({ suite }) => suite!))].forEach((suite, place) => partition[place % 3]!.push(suite))
  const head = JSON.parse(readFileSync(join(whole, 'recording.json'), 'utf8')) as object
  const conformance = conformanceIn(whole)
  return partition.map((suites, place) => {
    const directory = join(folder, name, String(place + 1))
    // What is in no plan is a control.
    const isHere = (check: string) => suites.includes(suiteOf.get(check) ?? partition[0]![0]!)
    const keep = (file: string) =>
      writeFileSync(
        join(directory, file),
        linesIn(whole, file)
          .filter((line) => isHere(checkOf(line)))
          .map((line) => `${JSON.stringify(line)}\n`)
          .join(''),
      )
    mkdirSync(directory, { recursive: true })
    for (const file of ['exchanges.jsonl', 'judgements.jsonl', 'bodies.jsonl']) keep(file)
    cpSync(join(whole, 'planned.jsonl'), join(directory, 'planned.jsonl'))
    const shard = { index: place + 1, of: 3, partition }
    writeFileSync(join(directory, 'recording.json'), JSON.stringify({ ...head, shard }))
    const report = { ...conformance, complete: false, shard: { index: place + 1, of: 3, complete: true } }
    writeFileSync(join(directory, 'conformance.json'), JSON.stringify(report))
    return directory
  })
}

function changed(directory: string, file: string, change: (value: Record<string, unknown>) => object): void {
  const path = join(directory, file)
  writeFileSync(
    path,
    JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>)),
  )
}

/** The entries of the archive in `directory`, in an order that does not depend on that of the shards. */
function archivedIn(directory: string): readonly string[] {
  const { log } = JSON.parse(readFileSync(join(directory, 'exchanges.har'), 'utf8')) as {
    readonly log: { readonly entries: readonly object[] }
  }
  return log.entries.map((entry) => JSON.stringify(entry)).sort()
}

describe('the merged report', () => {
  it('equals the undivided one to the byte, for any order of shards', async () => {
    const out = join(folder, 'same')
    const code = await merge(
      { directories: divided('same-parts').toReversed(), out, secondOpinions: false },
      silentTerminal(),
    )

    assert.equal(code, 1)
    const text = (directory: string, file: string) => readFileSync(join(directory, file), 'utf8')
    const files = filesIn(whole).filter(
      (file) => !/^(exchanges|judgements|bodies)\.jsonl$|^exchanges\.har$|^durations\.json$/.test(file),
    )
    assert.ok(files.includes('index.html') && files.length >= 8)
    for (const file of files) assert.ok(text(out, file) === text(whole, file), file)
    const linesOf = (directory: string, file: string) => text(directory, file).split('\n').sort()
    for (const file of ['exchanges.jsonl', 'judgements.jsonl'])
      assert.deepEqual(linesOf(out, file), linesOf(whole, file), file)
    assert.deepEqual(archivedIn(out), archivedIn(whole))
  })

  it('is not complete without a shard, and names it', async () => {
    const [first, , third] = divided('lost-parts')
    const out = join(folder, 'lost')

    const code = await merge({ directories: [first!, third!], out, secondOpinions: false }, silentTerminal())

    const { complete, incompleteReason, requirements, verdict } = conformanceIn(out)
    assert.equal(complete, false)
    assert.equal(incompleteReason, 'shard 2 of 3 is missing')
    assert.equal(code, verdict === 'non-conformant' ? 1 : 3)
    const unjudged = requirements.filter(({ verdict: one }) => one === 'blocked')
    assert.ok(unjudged.length > 0)
    assert.ok(unjudged.every(({ reason }) => reason === 'shard 2 of 3 is missing'))
  })

  it('is inconclusive where nothing failed and a shard is lost, or ended before its time', async () => {
    for (const [index, directory] of divided('held-parts').entries()) {
      const holds = !conformanceIn(whole).requirements.some(
        ({ verdict, checks }) =>
          verdict === 'fail' && checks.some(({ title }) => judgedIn(directory).has(title)),
      )
      if (!holds) continue
      const out = join(folder, `held-${index}`)
      assert.equal(await merge({ directories: [directory], out, secondOpinions: false }, silentTerminal()), 3)
      assert.equal(conformanceIn(out).verdict, 'inconclusive')
      assert.equal(conformanceIn(out).incompleteReason?.match(/shard \d of 3 is missing/g)?.length, 2)
    }
    const [first, second, third] = divided('cut-parts')
    rmSync(join(first!, 'conformance.json'))
    changed(second!, 'conformance.json', (report) => ({
      ...report,
      incompleteReason: 'the run was interrupted',
      shard: { index: 2, of: 3, complete: false },
    }))
    const out = join(folder, 'cut')
    await merge({ directories: [first!, second!, third!], out, secondOpinions: false }, silentTerminal())
    assert.equal(
      conformanceIn(out).incompleteReason,
      'shard 1 of 3 ended before it wrote its report; shard 2 of 3: the run was interrupted',
    )
  })

  it('is inconclusive where exchanges that a judgement names are missing from a shard', async () => {
    const directories = divided('without-evidence')
    const failed = readJudgements(join(whole, 'judgements.jsonl')).find(
      ({ verdict, exchanges }) => verdict === 'fail' && exchanges.length > 1,
    )!
    for (const directory of directories) {
      const file = join(directory, 'exchanges.jsonl')
      if (!existsSync(file)) continue
      const lines = readFileSync(file, 'utf8').split('\n')
      writeFileSync(
        file,
        lines
          // One is lost, and one is no exchange any more.
          .filter((line) => !line.startsWith(`{"id":"${failed.exchanges[0]}"`))
          .join('\n')
          .replace(`{"id":"${failed.exchanges[1]}"`, '{"id":'),
      )
    }
    const out = join(folder, 'unproven')

    await merge({ directories, out, secondOpinions: false }, silentTerminal())

    const { complete, incompleteReason = '' } = conformanceIn(out)
    assert.equal(complete, false)
    assert.match(incompleteReason, /missing from exchanges\.jsonl, such as /)
  })

  for (const [what, prepare] of [
    ['is a file', (out: string) => writeFileSync(out, '')],
    [
      'holds a folder where a file goes',
      (out: string) => mkdirSync(join(out, 'recording.json', 'x'), { recursive: true }),
    ],
  ] as const)
    it(`is exit code 2 where the folder of the report ${what}`, async () => {
      const out = join(folder, `unwritable-${what.replaceAll(' ', '-')}`)
      prepare(out)

      await assert.rejects(
        merge({ directories: divided(`for-${what}`), out, secondOpinions: false }, silentTerminal()),
        { code: 'report-not-writable' },
      )
    })
})

const judgedIn = (directory: string) =>
  new Set(linesIn(directory, 'judgements.jsonl').map(({ title }) => title!))

describe('shards of different runs', () => {
  const refused = (directories: readonly string[], pattern: RegExp, out = join(folder, 'refused')) =>
    assert.rejects(merge({ directories, out, secondOpinions: false }, silentTerminal()), {
      name: 'AssayError',
      message: pattern,
    })

  it('are rejected with the difference', async () => {
    const cases: readonly (readonly [RegExp, (head: Record<string, unknown>) => object])[] = [
      [/their seed differs: "run-1\.run-[0-9a-f]{8}" and "run-2"/, (head) => ({ ...head, seed: 'run-2' })],
      [
        /their version of assay differs/,
        (head) => ({ ...head, tool: { ...(head.tool as object), version: '9.9.9' } }),
      ],
      [/their catalogue of requirements differs/, (head) => ({ ...head, catalogueDigest: '0' })],
      [/their restriction \(--only\) differs/, (head) => ({ ...head, only: ['QUO-20'] })],
      [
        /their base address differs/,
        (head) => ({ ...head, deployment: { ...(head.deployment as object), baseUrl: 'http://other' } }),
      ],
      [
        /their deployment file differs/,
        (head) => ({ ...head, deployment: { ...(head.deployment as object), limits: {} } }),
      ],
      [
        /their division into shards \(--durations\) differs/,
        (head) => ({ ...head, shard: { ...(head.shard as object), partition: [['a'], ['b'], ['c']] } }),
      ],
      [
        /their number of shards differs: 3 and 4/,
        (head) => ({ ...head, shard: { ...(head.shard as object), of: 4 } }),
      ],
    ]
    for (const [index, [pattern, change]] of cases.entries()) {
      const directories = divided(`other-${index}`)
      changed(directories[1]!, 'recording.json', change)
      await refused(directories, pattern)
    }
    assert.ok(!existsSync(join(folder, 'refused')))
  })

  it('are rejected where their checks differ, one is there twice, or it is no shard', async () => {
    const directories = divided('plans')
    writeFileSync(join(directories[2]!, 'planned.jsonl'), '')
    await merge({ directories, out: join(folder, 'unplanned'), secondOpinions: false }, silentTerminal())
    writeFileSync(
      join(directories[2]!, 'planned.jsonl'),
      '{"check":"X","title":"","requirements":[],"suite":"a/b"}\n',
    )

    await refused(directories, /their plan of checks differs/)
    await refused([directories[0]!, directories[0]!], /shard 1 of 3 is given twice/)
    await refused([whole], /it is a whole run/)
    await refused([join(folder, 'nowhere')], /there is no recording\.json in this folder, nor/)
    await refused(directories.slice(0, 2), /it would overwrite the recording/, directories[1])
  })

  it('are rejected where a recording names an impossible shard', async () => {
    for (const shard of [{ of: 1e9 }, { of: 0 }, { of: 'many' }, { index: 4 }, { index: 1.5 }]) {
      const directories = divided(`impossible-${Object.values(shard).join()}`)
      const file = join(directories[0]!, 'recording.json')
      const head = JSON.parse(readFileSync(file, 'utf8')) as { readonly shard: object }
      writeFileSync(file, JSON.stringify({ ...head, shard: { ...head.shard, ...shard } }))

      await refused(
        [directories[0]!],
        /its shard is not one of at most 9999|\/shard\/(?:of|index) must be number/,
      )
    }
  })

  for (const [file, place, change] of [
    ['recording.json', '/seed', (head: object) => ({ ...head, seed: 7 })],
    ['recording.json', '/tool', (head: object) => ({ ...head, tool: null })],
    ['recording.json', '/deployment', (head: object) => ({ ...head, deployment: [] })],
    ['conformance.json', '/incompleteReason', (report: object) => ({ ...report, incompleteReason: 7 })],
    ['exchanges.jsonl', 'line 1: /response', (exchange: object) => ({ ...exchange, response: 7 })],
    ['judgements.jsonl', 'line 1: /states/0', (judged: object) => ({ ...judged, states: [7] })],
    ['planned.jsonl', 'line 1: /requirements', (planned: object) => ({ ...planned, requirements: 7 })],
  ] as const)
    it(`are rejected where ${place} of ${file} is not what a run writes`, async () => {
      const [directory] = divided(`form-${file}-${place.replaceAll(/\W/g, '-')}`)
      const path = join(directory!, file)
      const [first = '', ...rest] = readFileSync(path, 'utf8').split(file.endsWith('l') ? '\n' : '\0')
      writeFileSync(path, [JSON.stringify(change(JSON.parse(first) as object)), ...rest].join('\n'))

      await refused([directory!], new RegExp(`${file}: ?.*${place} must be `, 's'))
    })
})

describe('assay run --shard', () => {
  it('reports before the first request why a shard cannot run', async () => {
    const named = ['--deployment', deployment]
    const cases: readonly (readonly [RegExp, readonly string[]])[] = [
      [/--shard: "3\/2" is not a shard/, ['--shard', '3/2', '--seed', 'a', ...named]],
      [/a separate reference server/, ['--shard', '1/2', '--seed', 'a', '--reference']],
      [/the seed is missing/, ['--shard', '1/2', ...named]],
      [/17 shards cannot share 16 concurrent requests/, ['--shard', '1/17', '--seed', 'a', ...named]],
      [/not available for a shard/, ['--shard', '1/2', '--seed', 'a', '--second-opinions', ...named]],
      [
        /--durations: .* cannot be used: it is not an object/,
        ['--shard', '1/2', '--seed', 'a', '--durations', 'package-lock.json', ...named],
      ],
    ]
    for (const [pattern, options] of cases) {
      const { code, stderr } = await assay(['run', '--out', join(folder, 'never'), ...options], VARIABLES)
      assert.equal(code, 2, stderr)
      assert.match(stderr, pattern)
      assert.match(stderr, /→/)
    }
    assert.ok(!existsSync(join(folder, 'never')))
  })
})
