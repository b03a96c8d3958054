/**
 * Every operation and name that the contract does not show can have another binding: nothing depends on a default.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Conformance } from '../../reports/conformance.ts'
import { startReference } from '../../reference/serve.ts'
import { names, operations, requirements, type RequirementId } from '../../spec/index.ts'
import { assay } from '../cli/assay.ts'
import { renamedBindings, startRenamed } from './renamed.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'

const CREDENTIALS = { clientId: 'renamed-client', clientSecret: 'renamed-secret-of-the-tests' }
const STATES_TOKEN = 'renamed-states-token'

/** For each binding two requirements that use it, so that all of them are used. */
const chosen: ReadonlySet<RequirementId> = new Set(
  [...Object.keys(operations), ...Object.keys(names)].flatMap((binding) =>
    requirements
      .filter(
        ({ specified, operations: called, assumes }) =>
          specified && [...called, ...assumes].some((one) => one === binding),
      )
      .slice(0, 2)
      .map(({ id }) => id),
  ),
)

describe('a deployment with its own addresses and names', () => {
  it('is judged as any other', async () => {
    const reference = await startReference({ credentials: CREDENTIALS, statesToken: STATES_TOKEN })
    const renamed = await startRenamed(new URL(reference.url).origin)
    const folder = temporaryFolder('renamed')
    const file = join(folder, 'renamed.yaml')
    const text = [
      'name: renamed',
      `baseUrl: ${renamed.url}`,
      'credentials: { clientId: "${RENAMED_ID}", clientSecret: "${RENAMED_SECRET}" }',
      `states: { url: "${reference.statesUrl}", headers: { authorization: "Bearer \${RENAMED_TOKEN}" } }`,
      'limits: { requestsPerSecond: 500, concurrency: 16 }',
      renamedBindings(),
    ].join('\n')
    writeFileSync(file, text)

    const { code, stdout } = await assay(
      ['run', '--deployment', file, '--out', join(folder, 'report'), '--only', ...chosen],
      {
        RENAMED_ID: CREDENTIALS.clientId,
        RENAMED_SECRET: CREDENTIALS.clientSecret,
        RENAMED_TOKEN: STATES_TOKEN,
      },
    )
    await renamed.close()
    await reference.close()

    const report = JSON.parse(readFileSync(join(folder, 'report/conformance.json'), 'utf8')) as Conformance
    const open = report.requirements.filter(({ verdict }) => ['fail', 'blocked', 'warn'].includes(verdict))
    assert.deepEqual(
      open.map(({ id, reason }) => `${id}: ${reason}`),
      [],
    )
    assert.equal(code, 0, stdout)
  })
})
