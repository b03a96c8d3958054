/**
 * Freezes the requirements as they are now as the next edition:
 *   node spec/freeze-edition.ts
 * From then on what is added enters as a warning, until it is frozen in the edition after.
 */
import { writeFileSync } from 'node:fs'
import { editions, LATEST_EDITION, requirements, type Level } from './index.ts'

const edition = editions.length === 0 ? 1 : LATEST_EDITION + 1
const day = new Date().toISOString().slice(0, 10)
const ids = (level: Level) =>
  requirements
    .filter((requirement) => requirement.specified && requirement.level === level)
    .map(({ id }) => `  - ${id}`)
    .sort()
const file = new URL(`editions/${edition}.yaml`, import.meta.url)
const lines = [
  `# Edition ${edition}: what deployments are judged by. Frozen: this file does not change (docs/editions.md).`,
  `edition: ${edition}`,
  `frozen: ${day}`,
  'MUST:',
  ...ids('MUST'),
  'SHOULD:',
  ...ids('SHOULD'),
]
writeFileSync(file, `${lines.join('\n')}\n`, { flag: 'wx' })
console.log(
  `spec/editions/${edition}.yaml: add its digest to tests/unit/editions.test.ts, then node spec/generate.ts`,
)
