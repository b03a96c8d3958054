/**
 * Writes the JSON Schema of a baseline file where editors find it:
 *   node cli/baseline/write-schema.ts
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { baselineFileSchema } from './file-schema.ts'

const file = fileURLToPath(new URL('../../reports/baseline.schema.json', import.meta.url))
const style = await resolveConfig(file)
writeFileSync(file, await format(JSON.stringify(baselineFileSchema), { ...style, parser: 'json' }))
