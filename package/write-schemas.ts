/** Writes the JSON Schemas of the files of Assay where editors and the published package find them. */
import { writeFileSync } from 'node:fs'
import { baselineFileSchema } from '../cli/baseline/file-schema.ts'
import { deploymentFileSchema } from '../fixtures/config/file-schema.ts'
import { conformanceSchema } from '../reports/conformance-schema.ts'

const SCHEMAS = {
  'deployments/deployment.schema.json': deploymentFileSchema,
  'reports/baseline.schema.json': baselineFileSchema,
  'reports/conformance.schema.json': conformanceSchema,
}

for (const [file, schema] of Object.entries(SCHEMAS))
  writeFileSync(new URL(`../${file}`, import.meta.url), `${JSON.stringify(schema, null, 2)}\n`)
