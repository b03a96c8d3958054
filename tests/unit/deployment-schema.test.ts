/** The published JSON Schema is the one that deployment files are held to. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { deploymentFileSchema } from '../../fixtures/config/file-schema.ts'

it('deployments/deployment.schema.json is up to date', () => {
  const published = new URL('../../deployments/deployment.schema.json', import.meta.url)

  assert.deepEqual(
    JSON.parse(readFileSync(published, 'utf8')),
    JSON.parse(JSON.stringify(deploymentFileSchema)),
    'run: node cli/with-dependencies.mjs fixtures/config/write-schema.ts',
  )
})
