/** The composite action, run as GitHub runs it, on a deployment that keeps the contract and on one that does not. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startSelftestServer } from '../../selftest/hosted/hosting.ts'
import { annotations } from '../../.github/actions/judge/annotations.mjs'
import { emptyFolder } from '../cli/assay.ts'
import { root, workflowFiles } from './workflow-files.ts'

interface Judged {
  readonly code: number | null
  readonly output: string
  readonly outputs: string
  readonly summary: string
  readonly folder: string
}

/** Runs the step of the action that judges, in a workspace with a deployment file. */
function judge(variables: Readonly<Record<string, string>>): Promise<Judged> {
  const folder = emptyFolder()
  const read = (name: string) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : ''
  writeFileSync(
    join(folder, 'deployment.yaml'),
    readFileSync(join(root, 'deployments/reference.yaml'), 'utf8'),
  )
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const action = workflowFiles.find(({ file }) => file === '.github/actions/judge/action.yml')!
  const [{ run } = {}] = action.steps.filter(({ run: block }) => block !== undefined)
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run!], {
    cwd: folder,
    env: {
      ...inherited,
      GITHUB_ACTION_PATH: join(root, '.github/actions/judge'),
      GITHUB_OUTPUT: join(folder, 'outputs'),
      GITHUB_STEP_SUMMARY: join(folder, 'job-summary'),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  return new Promise((done, broken) => {
    child.on('error', broken)
    child.on('close', (code) =>
      done({ code, output, outputs: read('outputs'), summary: read('job-summary'), folder }),
    )
  })
}

describe('the action that judges', () => {
  const credentials = { clientId: 'action-client', clientSecret: 'secret-of-the-action' }
  const statesToken = 'states-token-of-the-action'
  let server: Awaited<ReturnType<typeof startSelftestServer>>

  /** @param prefix of the deployment on the server: one of its faults */
  const variablesFor = (prefix: string) => {
    const { origin } = new URL(server.url)
    return {
      ASSAY_INPUT_DEPLOYMENT: 'deployment.yaml',
      ASSAY_INPUT_ONLY: 'CON-03',
      ASSAY_REFERENCE_URL: `${origin}${prefix}/2025-10-13`,
      ASSAY_REFERENCE_STATES_URL: `${origin}${prefix}/_states`,
      ASSAY_REFERENCE_STATES_TOKEN: statesToken,
      ASSAY_REFERENCE_CLIENT_ID: credentials.clientId,
      ASSAY_REFERENCE_CLIENT_SECRET: credentials.clientSecret,
    }
  }

  before(async () => {
    server = await startSelftestServer({ credentials, statesToken })
  })
  after(() => server.close())

  it('passes where the contract is kept, with a summary and outputs', async () => {
    const { code, output, outputs, summary, folder } = await judge(variablesFor(''))

    assert.equal(code, 0, output)
    assert.equal(outputs, 'exit-code=0\nverdict=conformant\n')
    assert.match(summary, /Conformant \(restricted\): reference/)
    assert.ok(existsSync(join(folder, 'reports/latest/index.html')))
    assert.doesNotMatch(output, /::(error|warning) /)
  })

  it('fails on a violation, with an annotation at the deployment file', async () => {
    const { code, output, outputs } = await judge(variablesFor('/faults/contact-confirmation-breaks'))

    assert.equal(code, 1, output)
    assert.equal(outputs, 'exit-code=1\nverdict=non-conformant\n')
    assert.match(
      output,
      /^::error file=deployment\.yaml,line=1,title=CON-03 .*fail::confirmEmail returns 500/m,
    )
    assert.doesNotMatch(output, new RegExp(credentials.clientSecret))
  })

  it('ends with 2 if it cannot start as asked, and passes inputs unchanged', async () => {
    const { code, output, outputs, folder } = await judge({
      ASSAY_INPUT_DEPLOYMENT: 'nothing"; touch owned; echo ".yaml',
    })

    assert.equal(code, 2, output)
    assert.equal(outputs, 'exit-code=2\nverdict=\n')
    assert.equal(existsSync(join(folder, 'owned')), false)
  })

  it('fails without a deployment', async () => {
    const { code, output, outputs } = await judge({ ASSAY_INPUT_ONLY: 'OWN-01' })

    assert.equal(code, 2, output)
    assert.match(output, /Input deployment is empty.*\n {2}→ /)
    assert.equal(outputs, 'exit-code=2\nverdict=\n')
  })

  it('takes no other word for a yes', async () => {
    const { code, output } = await judge({
      ASSAY_INPUT_DEPLOYMENT: 'deployment.yaml',
      ASSAY_INPUT_SECOND_OPINIONS: 'yes',
    })

    assert.equal(code, 2)
    assert.match(output, /Write true or false/)
  })

  it('allows nothing to be blocked that has no such name', async () => {
    const { code, output } = await judge({
      ASSAY_INPUT_DEPLOYMENT: 'deployment.yaml',
      ASSAY_INPUT_ALLOW_BLOCKED: 'yes',
    })

    assert.equal(code, 2)
    assert.match(output, /--allow-blocked: yes is neither/)
  })
})

describe('the annotations', () => {
  const deploymentFile = {
    path: 'deployments/a,b:c.yaml',
    text: 'name: x\noperations:\n  createCard: POST /cards\n',
  }
  const failing = (count: number, title: string) => {
    const ids = Array.from({ length: count }, (_, index) => `CRD-${index}`)
    return {
      requirements: ids.map((id) => ({ id, operations: ['createCard'] })),
      causes: ids.map((id) => ({ verdict: 'fail', title, next: 'Correct it.', requirements: [id] })),
    }
  }

  it('are at the binding of the operation, and cannot end the command', () => {
    const [command] = annotations(failing(1, 'saw\n::error::owned \u001b[2J 100%'), deploymentFile)

    assert.equal(
      command,
      '::error file=deployments/a%2Cb%3Ac.yaml,line=3,title=CRD-0 fail::saw%0A::error::owned  [2J 100%25%0ACorrect it.',
    )
  })

  it('are at most as many as GitHub shows, with the number of the others', () => {
    const commands = annotations(failing(25, ''), deploymentFile)

    assert.equal(commands.length, 10)
    assert.match(commands.at(-1) ?? '', /title=16 more fail::/)
  })

  it('name some requirements of a cause that breaks many', () => {
    const { requirements, causes } = failing(1, 'Every request gets 401')
    const wide = { ...causes[0]!, requirements: ['CRD-0', 'CRD-1', 'CRD-2', 'CRD-3', 'CRD-4', 'CRD-5'] }

    const commands = annotations({ requirements, causes: [wide] }, deploymentFile)

    assert.equal(commands.length, 1)
    assert.match(commands[0] ?? '', /title=CRD-0 CRD-1 CRD-2 CRD-3 and 2 more fail::Every request gets 401/)
  })

  it('omit what passed', () => {
    const passed = { requirements: [{ id: 'CRD-1', verdict: 'pass' }], causes: [] }

    assert.deepEqual(annotations(passed, deploymentFile), [])
  })
})
