/** Many deployments judged in one go: a report each, one comparison, and the worst of their exit codes. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Conformance } from '../../reports/conformance.ts'
import { foldFleet, type Fleet } from '../../reports/fleet/fleet.ts'
import type { Reference } from '../../reference/serve.ts'
import { startSelftestServer } from '../../selftest/hosted/hosting.ts'
import { requirements } from '../../spec/index.ts'
import { assay, assayAsProcess, emptyFolder, type Ended } from '../cli/assay.ts'

const CREDENTIALS = { clientId: 'fleet-client', clientSecret: 'secret-of-the-fleet' }
const STATES_TOKEN = 'states-token-of-the-fleet'
const VARIABLES = {
  FLEET_ID: CREDENTIALS.clientId,
  FLEET_SECRET: CREDENTIALS.clientSecret,
  FLEET_TOKEN: STATES_TOKEN,
}
const ONLY = ['CON-01', 'CON-02']

const folder = emptyFolder()
const out = join(folder, 'out')
let reference: Reference
let ended: Ended

/** A deployment file in the folder. */
function describeDeployment(file: string, name: string, fault: string | undefined, more = ''): void {
  const { origin } = new URL(reference.url)
  const prefix = fault === undefined ? origin : `${origin}/faults/${fault}`
  const lines = [
    `name: ${name}`,
    `baseUrl: ${prefix}/2025-10-13`,
    'credentials: { clientId: "${FLEET_ID}", clientSecret: "${FLEET_SECRET}" }',
    `states: { url: "${prefix}/_states", headers: { authorization: "Bearer \${FLEET_TOKEN}" } }`,
    'limits: { requestsPerSecond: 500, concurrency: 16 }',
    more,
  ]
  writeFileSync(join(folder, 'deployments', file), lines.join('\n'))
}

before(async () => {
  reference = await startSelftestServer({ credentials: CREDENTIALS, statesToken: STATES_TOKEN })
  mkdirSync(join(folder, 'deployments'))
  describeDeployment('broken.yaml', '<b>Broken</b>', 'contact-email-not-sent')
  describeDeployment('conforming.yaml', 'conforming', undefined)
  describeDeployment('typing-error.yaml', 'typing-error', undefined, 'limitz: {}')
  mkdirSync(join(out, 'conforming'), { recursive: true })
  writeFileSync(join(out, 'conformance.json'), '{}')
  ended = await assayAsProcess(
    ['run', '--deployments', 'deployments/*.yaml', '--only', ...ONLY, '--out', out, '--seed', 'fleet-1'],
    VARIABLES,
    folder,
  )
})
after(() => reference.close())

const fleetOf = () => JSON.parse(readFileSync(join(out, 'fleet.json'), 'utf8')) as Fleet

describe('the credentials of a fleet', () => {
  it('are those beside each deployment file before those of the working directory', async () => {
    const there = emptyFolder()
    mkdirSync(join(there, 'partner'))
    const variables = { ...VARIABLES, FLEET_SECRET: 'secret-of-another-deployment' }
    for (const [file, values] of [
      ['.env', variables],
      ['partner/.env', VARIABLES],
    ] as const)
      writeFileSync(
        join(there, file),
        Object.entries(values)
          .map((pair) => pair.join('='))
          .join('\n'),
      )
    const source = readFileSync(join(folder, 'deployments', 'conforming.yaml'))
    writeFileSync(join(there, 'partner', 'deployment.yaml'), source)

    const { code, stderr } = await assayAsProcess(
      ['run', '--deployments', 'partner/deployment.yaml', '--only', ...ONLY],
      {},
      there,
    )

    assert.equal(code, 0, stderr)
  })
})

describe('a fleet', () => {
  it('is judged to the end although one could not start, with the worst exit code', () => {
    const { deployments, exitCode } = fleetOf()

    assert.equal(ended.code, 2, ended.stderr)
    assert.equal(exitCode, 2)
    assert.deepEqual(
      deployments.map((one) => [one.name, one.directory, one.exitCode, one.verdict]),
      [
        ['<b>Broken</b>', 'b-broken-b-', 1, 'non-conformant'],
        ['conforming', 'conforming', 0, 'conformant'],
        ['typing-error', 'typing-error', 2, undefined],
      ],
    )
    assert.match(deployments[2]!.problem ?? '', /limitz/)
  })

  it('leaves a report for each, and nothing of a run before', () => {
    for (const { directory, verdict } of fleetOf().deployments.slice(0, 2)) {
      const report = JSON.parse(readFileSync(join(out, directory, 'conformance.json'), 'utf8')) as Conformance
      assert.equal(report.verdict, verdict)
      assert.equal(report.seed, 'fleet-1')
      assert.ok(existsSync(join(out, directory, 'index.html')))
    }
    assert.ok(!existsSync(join(out, 'conformance.json')))
  })

  it('is compared requirement by requirement', () => {
    const row = (id: string) =>
      fleetOf()
        .requirements.find((requirement) => requirement.id === id)
        ?.cells.map((cell) => cell?.verdict)

    assert.deepEqual(row('CON-01'), ['fail', 'pass', undefined])
    assert.deepEqual(row('CON-02'), ['pass', 'pass', undefined])
  })

  it('has the levels of the runs', () => {
    const report = JSON.parse(readFileSync(join(out, 'conforming/conformance.json'), 'utf8')) as Conformance
    // As by an edition in which each requirement is newer.
    const judged = report.requirements.map((result) => ({ ...result, level: 'SHOULD' as const }))
    const conformance = { ...report, requirements: judged }
    const [conforming] = fleetOf().deployments.filter(({ name }) => name === 'conforming')

    const compared = foldFleet([{ ...conforming!, conformance }], requirements, fleetOf())
    assert.equal(compared.requirements.length, judged.length)
    assert.ok(compared.requirements.every(({ level }) => level === 'SHOULD'))
  })

  it('prints the progress of each deployment, and the comparison', () => {
    for (const name of ['<b>Broken</b>', 'conforming'])
      assert.match(ended.stderr, new RegExp(`^${name}: \\d+ of \\d+ checks`, 'm'))
    assert.match(ended.stdout, /conforming\s+│ Conformant/)
    assert.match(ended.stdout, /typing-error\s+│ Not started/)
    assert.match(ended.stdout, /CON-01 │ failed\s+│ passed\s+│ ·/)
    for (const secret of [CREDENTIALS.clientSecret, STATES_TOKEN])
      assert.ok(!`${ended.stdout}${ended.stderr}`.includes(secret))
  })

  it('has a page that needs neither network nor script, in which names are text', () => {
    const page = readFileSync(join(out, 'index.html'), 'utf8')

    assert.ok(!page.includes('<b>Broken') && page.includes('&lt;b>Broken'))
    assert.ok(!/<script|\ssrc=|<link|@import|url\(/.test(page))
    assert.match(page, /default-src 'none'/)
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, target = '']) => target)
    assert.deepEqual(links, ['b-broken-b-/index.html', 'conforming/index.html'])
    assert.ok(links.every((target) => existsSync(join(out, target))))
  })
})

describe('an invalid fleet', () => {
  // Many deployments are judged with the variables of the process.
  before(() => void Object.assign(process.env, VARIABLES))
  after(() => {
    for (const name of Object.keys(VARIABLES)) delete process.env[name]
  })

  it('is rejected before anything is judged', async () => {
    describeDeployment('again.yml', 'Conforming', undefined)
    const cases: readonly (readonly [RegExp, readonly string[]])[] = [
      [
        /again\.yml and deployments\/conforming\.yaml would both write their report to conforming/,
        ['deployments/*.y*ml'],
      ],
      [/no file matches nowhere\/\*\.yaml/, ['nowhere/*.yaml']],
      [/--parallel: "0" is not a valid number of runs/, ['deployments/*.yaml', '--parallel', '0']],
      [
        /--deployments: it cannot be combined with --deployment/,
        ['deployments/*.yaml', '--deployment', 'deployments/conforming.yaml'],
      ],
      [/--shard: it is not available with --deployments/, ['deployments/*.yaml', '--shard', '1/2']],
      [/cannot listen on the same port/, ['deployments/*.yaml', '--webhook-port', '4999']],
    ]
    for (const [pattern, [deployments = '', ...rest]] of cases) {
      const options = ['--deployments', deployments, '--only', ...ONLY, '--out', 'never', ...rest]
      const { code, stderr } = await assay(['run', ...options], {}, folder)
      assert.equal(code, 2, stderr)
      assert.match(stderr, pattern)
      assert.doesNotMatch(stderr, /^Judging /m)
    }
    assert.ok(!existsSync(join(folder, 'never')))
  })
})
