/** What a statement is made of: the run, the suites by their content, and the figures of the proof where there are any. */
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { FIGURES, proofOf } from '../../certificates/proof.ts'
import { inWords } from '../../certificates/in-words.ts'
import { statementIn } from '../../certificates/statement-in.ts'
import { statementOf, type Bundled, type Issue } from '../../certificates/statement.ts'
import { suitesOf, writeSuitesDigest } from '../../certificates/suites-digest.ts'
import { deploymentFrom } from '../../fixtures/config/load-deployment.ts'
import { recordedDeployment } from '../../fixtures/recording/recording.ts'
import { emptyFolder } from '../cli/assay.ts'
import { passing } from '../reports/sample-run.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const VARIABLES = {
  PAYMENTS_BASE_URL: 'https://host.example/2025-10-13',
  STATES_URL: 'https://host.example/_states',
  PLATFORM_CLIENT_ID: 'the-client',
  PLATFORM_CLIENT_SECRET: 'the-secret-of-the-client',
  STATES_TOKEN: 'the-token-of-the-states',
}

/** As a run would record it that was started from some folder. */
function recordedIn(folder: string) {
  const file = join(folder, 'deployment.yaml')
  cpSync(join(root, 'deployments/example.yaml'), file)
  return recordedDeployment(deploymentFrom(parse(readFileSync(file, 'utf8')), file, VARIABLES))
}

const BUNDLED: Bundled = {
  files: [{ name: 'conformance.json', sha256: 'a'.repeat(64) }],
  conformance: passing,
  head: {
    schemaVersion: 1,
    contractVersion: '2025-10-13',
    catalogueDigest: 'b'.repeat(64),
    tool: { name: 'assay', version: '1.2.3', node: 'v24.0.0' },
    seed: 'seed',
    only: [],
    deployment: recordedIn(emptyFolder()),
  },
  span: { first: Date.parse('2026-11-21T09:00:00.000Z'), last: Date.parse('2026-11-21T09:58:00.250Z') },
  clock: { responses: 3, farthestMs: -1200 },
}
const ISSUE: Issue = {
  suites: 'c'.repeat(64),
  proof: undefined,
  issuedAt: '2026-11-21T10:00:00.000Z',
  expiresAt: '2027-02-19T10:00:00.000Z',
}
const configured = (name: string, bundled = BUNDLED, issue = ISSUE) =>
  statementOf(bundled, issue).predicate.configuration.find((descriptor) => descriptor.name === name)

describe('a statement', () => {
  it('has the shape that is verified', () => {
    const read = statementIn(Buffer.from(JSON.stringify(statementOf(BUNDLED, ISSUE))))

    assert.deepEqual(read.statement, statementOf(BUNDLED, ISSUE))
  })

  it('is a warning where a SHOULD was not met', () => {
    const requirements = passing.requirements.map((one, index) =>
      index === 0 ? ({ ...one, verdict: 'warn' } as const) : one,
    )

    const { result, warnedTests, passedTests } = statementOf(
      { ...BUNDLED, conformance: { ...passing, requirements } },
      ISSUE,
    ).predicate

    assert.equal(result, 'WARNED')
    assert.deepEqual(warnedTests, [passing.requirements[0]!.id])
    assert.ok(!passedTests.includes(passing.requirements[0]!.id))
  })

  it('has the times of the first request and of the last complete response', () => {
    const { startedAt, finishedAt } = statementOf(BUNDLED, ISSUE).predicate.assayCertificate

    assert.deepEqual([startedAt, finishedAt], ['2026-11-21T09:00:00.000Z', '2026-11-21T09:58:00.250Z'])
  })

  it('names the judged edition', () => {
    const certificateOf = (conformance: Bundled['conformance']) =>
      statementOf({ ...BUNDLED, conformance }, ISSUE).predicate.assayCertificate

    assert.equal(certificateOf(passing).edition, 1)
    assert.equal(certificateOf({ ...passing, edition: 2 }).edition, 2)
  })

  it('names the replicas that got the requests, also for people', () => {
    const replicas = ['https://a.example/2025-10-13', 'https://b.example/2025-10-13']
    const head = { ...BUNDLED.head, deployment: { ...BUNDLED.head.deployment, replicas } }
    const statement = statementOf({ ...BUNDLED, head }, ISSUE)

    assert.deepEqual(statement.predicate.assayCertificate.replicas, replicas)
    assert.deepEqual(statementIn(Buffer.from(JSON.stringify(statement))).statement, statement)
    assert.ok(inWords(statement).some((line) => line.includes(replicas.join(', '))))
    assert.ok(!('replicas' in statementOf(BUNDLED, ISSUE).predicate.assayCertificate))
  })

  it('names what the deployment file adds to requests, also for people', () => {
    const { deployment } = BUNDLED.head
    const createCustomer = { ...deployment.operations.createCustomer!, path: '/customers?mode=a&mode=b&x=1' }
    const head = {
      ...BUNDLED.head,
      deployment: {
        ...deployment,
        headers: { 'x-tenant': 'blue' },
        requests: { createQuote: { purpose: 'GIFT' } },
        operations: { ...deployment.operations, createCustomer },
      },
    }
    const added = ['header x-tenant', 'body of createQuote', 'query of createCustomer (mode, x)']

    const statement = statementOf({ ...BUNDLED, head }, ISSUE)

    assert.deepEqual(statement.predicate.assayCertificate.addedToRequests, added)
    assert.deepEqual(statementIn(Buffer.from(JSON.stringify(statement))).statement, statement)
    assert.ok(inWords(statement).some((line) => line.includes(added.join(', '))))
    assert.ok(!('addedToRequests' in statementOf(BUNDLED, ISSUE).predicate.assayCertificate))
  })

  it('has the same value for a deployment file at any path, and another for another file', () => {
    const elsewhere = { ...BUNDLED.head, deployment: recordedIn(emptyFolder()) }
    const other = {
      ...elsewhere,
      deployment: { ...elsewhere.deployment, baseUrl: 'https://other/2025-10-13' },
    }

    assert.deepEqual(configured('deployment', { ...BUNDLED, head: elsewhere }), configured('deployment'))
    assert.notDeepEqual(configured('deployment', { ...BUNDLED, head: other }), configured('deployment'))
  })
})

describe('the digest of the suites', () => {
  const checkout = () => {
    const folder = emptyFolder()
    for (const name of ['spec', 'fixtures', 'suites', 'reports']) {
      mkdirSync(join(folder, name))
      writeFileSync(join(folder, name, 'one.ts'), `export const one = '${name}'\n`)
    }
    return folder
  }

  it('depends on the content of the files, not on their time or path', () => {
    const [one, other] = [checkout(), checkout()]
    utimesSync(join(other, 'suites/one.ts'), 1, 1)
    mkdirSync(join(other, 'spec/generated'))
    writeFileSync(join(other, 'spec/generated/made.ts'), 'anything')
    writeFileSync(join(other, 'suites/README.md'), 'words')
    mkdirSync(join(other, 'spec/contracts/2026-04-15'), { recursive: true })
    writeFileSync(join(other, 'spec/contracts/2026-04-15/contract.yaml'), 'version: 2026-04-15')

    assert.equal(suitesOf(one), suitesOf(other))
  })

  it('changes when a file changes, is renamed, or is added', () => {
    const changes: readonly ((folder: string) => void)[] = [
      (folder) => writeFileSync(join(folder, 'fixtures/one.ts'), ''),
      (folder) => writeFileSync(join(folder, 'suites/two.ts'), ''),
      (folder) => {
        mkdirSync(join(folder, 'spec/contracts/2025-10-13'), { recursive: true })
        writeFileSync(join(folder, 'spec/contracts/2025-10-13/areas.yaml'), '')
      },
      (folder) => writeFileSync(join(folder, 'spec/one.yaml'), ''),
      (folder) => {
        mkdirSync(join(folder, dirname(FIGURES.checkout)), { recursive: true })
        writeFileSync(join(folder, FIGURES.checkout), '{}')
      },
    ]
    const before = suitesOf(checkout())

    for (const change of changes) {
      const folder = checkout()
      change(folder)
      assert.notEqual(suitesOf(folder), before)
    }
  })

  it('is part of the build', () => {
    const [sources, built] = [checkout(), emptyFolder()]

    writeSuitesDigest(sources, built)

    assert.equal(suitesOf(built), suitesOf(sources))
  })
})

describe('the figures of the proof', () => {
  const withFigures = (text: string) => {
    const folder = emptyFolder()
    writeFileSync(join(folder, FIGURES.built), text)
    return proofOf(folder)
  }

  it('are left out where the checks have not been proven', () => {
    assert.equal(proofOf(emptyFolder()), undefined)
    assert.equal(withFigures('{"mutants":{"mutants":0,"killed":0,"open":0}}'), undefined)
  })

  it('contain the share of mutants that were killed, except those that the contract leaves open', () => {
    const proof = withFigures('{"mutants":{"mutants":1010,"killed":900,"open":10}}')

    assert.deepEqual(proof?.annotations, { killRate: 0.9, mutants: 1000, killed: 900 })
    assert.deepEqual(configured('proof', BUNDLED, { ...ISSUE, proof }), proof)
  })
})
