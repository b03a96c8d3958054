/**
 * Measures what Assay costs beside the engine's and the wire's floor and beside its peers, and writes `results.json`. On a
 * quiet machine; Linux.
 *
 *   npm run bench [-- <rounds>]     left out: 5
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { partition } from '../cli/shards/partition.ts'
import type { Conformance } from '../reports/conformance.ts'
import { costOf, medianCost, type Command, type Cost } from './cost.ts'
import { engineFloor } from './engine-floor.ts'
import { timeToFirstRequest, timeToJudge, timeToListen } from './first-moments.ts'
import type { Figure, Results } from './results.ts'
import { readWire } from './wire-exchanges.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const rounds = Number(process.argv[2] ?? 5)
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
const run = join(folder, 'run')
const exchangesFile = join(run, 'exchanges.jsonl')
const say = (what: string) => void process.stderr.write(`${what} …\n`)

const program = (file: string, ...parameters: string[]): Command => ({
  parameters: [join(root, file), ...parameters],
  cwd: root,
})
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const milliseconds = (ms: number) => `${Math.round(ms)} ms`
const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`
const ratio = (one: number, other: number) => `${(one / other).toFixed(2)} ×`
const figure = (of: string, value: string, target?: string): Figure => ({
  of,
  value,
  ...(target === undefined ? {} : { target }),
})

async function median(times: () => Promise<number>): Promise<number> {
  const measured: number[] = []
  for (let round = 0; round < rounds; round++) measured.push(await times())
  return measured.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!
}

async function wholeRun(): Promise<readonly Figure[]> {
  say(`The whole run, ${rounds} times`)
  const own = await medianCost(rounds, program('cli/assay.ts', 'run', '--out', run))
  const { requirements } = JSON.parse(readFileSync(join(run, 'conformance.json'), 'utf8')) as Conformance
  const checks = readFileSync(join(run, 'planned.jsonl'), 'utf8').trim().split('\n').length
  const suites = Object.values(durations())
  const longest = Math.max(...suites)
  say('As many empty tests of the engine')
  const emptyFolder = join(folder, 'empty')
  mkdirSync(emptyFolder)
  const perFile = Math.round(checks / suites.length)
  const floor = await medianCost(rounds, engineFloor(emptyFolder, root, suites.length, perFile))
  say('The same requests, unjudged')
  const wire = await medianCost(rounds, program('bench/wire-floor.ts', exchangesFile))
  const exchanges = readWire(exchangesFile).length
  const judged = requirements.filter(({ verdict }) => verdict !== 'not-specified').length
  perResponse.push({ who: 'Assay: the whole run', cost: own, responses: exchanges })
  return [
    figure('the whole run', `${seconds(own.wallMs)}, ${seconds(own.cpuMs)} of processor time`),
    figure('… in it', `${judged} requirements, ${checks} checks, ${exchanges} exchanges`),
    figure(`${suites.length * perFile} empty tests of the engine`, seconds(floor.wallMs)),
    figure('the same requests with undici, unjudged', seconds(wire.wallMs)),
    figure('the longest suite, waits included', seconds(longest)),
    figure(
      'the run, to the empty tests and the longest suite together',
      ratio(own.wallMs, floor.wallMs + longest),
      'at most 1.3 ×',
    ),
    figure('most memory of all its processes', megabytes(own.peakBytes)),
  ]
}

const durations = () =>
  JSON.parse(readFileSync(join(run, 'durations.json'), 'utf8')) as Readonly<Record<string, number>>

interface PerResponse {
  readonly who: string
  readonly cost: Cost
  readonly responses: number
}
const perResponse: PerResponse[] = []

async function peers(): Promise<readonly Figure[]> {
  for (const name of ['prism', 'dredd']) {
    say(`What ${name} takes to judge the recording`)
    const cost = await costOf(program('bench/peer-opinion.ts', name, exchangesFile))
    perResponse.push({
      who: name === 'prism' ? 'Prism, as a proxy' : 'Dredd',
      cost,
      responses: Number(cost.stdout),
    })
  }
  say('What Newman takes, which is installed for it')
  const newman = join(folder, 'newman')
  mkdirSync(newman)
  await costOf(program('bench/peer-newman.ts', exchangesFile, newman, 'install'))
  const cost = await costOf(program('bench/peer-newman.ts', exchangesFile, newman))
  perResponse.push({ who: 'Newman', cost, responses: Number(cost.stdout) })
  const cpuOf = ({ cost: { cpuMs }, responses }: PerResponse) => cpuMs / responses
  const [own, ...others] = perResponse
  const best = Math.min(...others.map(cpuOf))
  return [
    ...perResponse.map((peer) =>
      figure(
        `${peer.who}, ${peer.responses} responses`,
        `${cpuOf(peer).toFixed(1)} ms of processor time each, ${(peer.cost.wallMs / peer.responses).toFixed(1)} ms`,
      ),
    ),
    figure('Assay to the best of them, by processor time', ratio(cpuOf(own!), best), 'at most 0.5 ×'),
  ]
}

async function beginnings(): Promise<readonly Figure[]> {
  say('How soon things are there')
  const judging = await costOf(program('bench/judged-per-second.ts', exchangesFile))
  const replay = await medianCost(
    Math.min(rounds, 3),
    program('cli/assay.ts', 'replay', run, '--out', join(folder, 'replay')),
  )
  const faults = 'customer'
  const proof = await costOf(program('cli/assay.ts', 'prove', faults))
  const proven = Number(/(\d+) of \d+ faults/.exec(proof.stdout)?.[1] ?? Number.NaN)
  return [
    figure(
      'from the command to the first request',
      milliseconds(await median(() => timeToFirstRequest(root, folder))),
    ),
    figure(
      'from Node to the embedded deployment listening',
      milliseconds(await median(() => timeToListen(root))),
      'at most 250 ms',
    ),
    figure('the validators, cold', milliseconds(await median(() => timeToJudge(root))), 'at most 50 ms'),
    figure(
      'responses judged by what holds for all, in one process',
      `${Number(judging.stdout).toLocaleString('en')} a second`,
    ),
    figure('the whole run replayed from its recording', seconds(replay.wallMs)),
    figure(
      `a fault judged whole, of the ${proven} whose id begins with ${faults}`,
      seconds(proof.wallMs / proven),
    ),
  ]
}

interface Grown {
  readonly ms: number
  readonly bytes: number
}

async function growth(): Promise<readonly Figure[]> {
  say('How things grow')
  const figures: Figure[] = []
  const walks: Grown[] = []
  for (const actions of [100, 10_000, 100_000]) {
    const { stdout } = await costOf(program('bench/walk.ts', String(actions)))
    const walk = JSON.parse(stdout) as Grown
    walks.push(walk)
    figures.push(
      figure(
        `pages of ${actions.toLocaleString('en')} actions through the door`,
        `${milliseconds(walk.ms)}, ${megabytes(walk.bytes)}`,
      ),
    )
  }
  figures.push(
    figure(
      'memory over 100,000 actions beyond that over 100',
      megabytes(walks[2]!.bytes - walks[0]!.bytes),
      'at most 50 MB',
    ),
  )
  for (const requirements of [100, 1_000, 10_000]) {
    const reports = join(folder, `report-${requirements}`)
    mkdirSync(reports)
    const { stdout } = await costOf(program('bench/report-growth.ts', run, String(requirements), reports))
    const report = JSON.parse(stdout) as Grown
    figures.push(
      figure(
        `a report of ${requirements.toLocaleString('en')} requirements`,
        `${milliseconds(report.ms)}, ${Math.round(report.bytes / 1024)} KB`,
      ),
    )
  }
  const known = durations()
  for (const shards of [1, 2, 4, 8, 16]) {
    const parts = partition(Object.keys(known), known, shards).map((suites) =>
      suites.reduce((total, suite) => total + known[suite]!, 0),
    )
    const mean = parts.reduce((total, part) => total + part, 0) / shards
    figures.push(
      figure(`the longest of ${shards} shards, to the mean of them`, ratio(Math.max(...parts), mean)),
    )
  }
  return figures
}

const tables = [
  { title: 'The whole run on the embedded deployment', figures: await wholeRun() },
  { title: 'Beside other tools that judge responses', figures: await peers() },
  { title: 'Beginnings and parts', figures: await beginnings() },
  { title: 'Growth', figures: await growth() },
]
const results: Results = {
  schemaVersion: 1,
  measuredOn: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${megabytes(totalmem())}, ${platform()} ${arch()}, Node ${process.version}`,
  rounds,
  tables,
}
writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`)
for (const { title, figures } of tables) {
  console.log(`\n${title}`)
  for (const { of, value, target } of figures)
    console.log(`  ${of.padEnd(64)} ${value}${target === undefined ? '' : `   (target: ${target})`}`)
}
rmSync(folder, { recursive: true, force: true })
