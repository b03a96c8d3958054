/** The steps of the workflow `certify`, as GitHub would run them: with the key in the environment only. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { newKeyPair } from '../../certificates/keys.ts'
import { deploymentFile, startDeployment, VARIABLES } from '../certificates/certified.ts'
import { emptyFolder } from '../cli/assay.ts'
import { root, workflowFiles } from './workflow-files.ts'

const { steps } = workflowFiles.find(({ file }) => file === '.github/workflows/certify.yml')!

/** Runs a step; the deployment that it judges is in this process. */
function step(name: string, cwd: string, variables: Readonly<Record<string, string>>) {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const child = spawn('bash', ['-eo', 'pipefail', '-c', steps.find((one) => one.name === name)!.run!], {
    cwd,
    env: {
      ...inherited,
      ...variables,
      RUNNER_TEMP: cwd,
      GITHUB_STEP_SUMMARY: join(cwd, 'job-summary'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  return new Promise<{ readonly code: number | null; readonly output: string }>((done) =>
    child.on('close', (code) => done({ code, output })),
  )
}

describe('the steps of certify', () => {
  it('sign a certificate that the public key verifies, and show the summary', async () => {
    const folder = emptyFolder()
    for (const name of ['cli', 'package.json', 'node_modules'])
      symlinkSync(join(root, name), join(folder, name))
    const deployment = await startDeployment()
    const file = deploymentFile(folder, deployment, ['contact-verification'])
    const { privatePem, publicPem } = newKeyPair()
    const key = { ...VARIABLES, DEPLOYMENT: file, ASSAY_SIGNING_KEY: privatePem }

    const signed = await step('Judge and sign', folder, key)
    await deployment.close()
    const verified = await step('Verify it, as anyone who receives it will', folder, {
      ASSAY_PUBLIC_KEY: publicPem,
    })
    const shown = await step('Job summary', folder, {})

    assert.equal(signed.code, 0, signed.output)
    assert.match(verified.output, /^Verified\.$/m)
    assert.deepEqual([verified.code, shown.code], [0, 0])
    assert.match(readFileSync(join(folder, 'job-summary'), 'utf8'), /Conformant/)
    assert.ok(!signed.output.includes(privatePem.split('\n')[1]!))
    assert.ok(existsSync(join(folder, 'reports/certificate/attestation.json')))
  })
})
