/**
 * Freezes the current requirements and profiles as the next edition:
 *   node spec/freeze-edition.ts
 * Requirements that are added later are warnings until the next edition.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractFiles, contractFolder } from './generate/contract-files.ts'
import { readProfiles } from './generate/profiles.ts'
import {
  areas,
  capabilities,
  CONTRACT_VERSION,
  editions,
  LATEST_EDITION,
  requirements,
  type Level,
} from './index.ts'

const edition = editions.length === 0 ? 1 : LATEST_EDITION + 1
const day = new Date().toISOString().slice(0, 10)
const ids = (level: Level) =>
  requirements
    .filter((requirement) => requirement.specified && requirement.level === level)
    .map(({ id }) => id)
    .sort()
const listed = (names: readonly string[], indent: string) => names.map((name) => `${indent}- ${name}`)
const folder = contractFolder(CONTRACT_VERSION)
const write = (name: string, lines: readonly string[]) =>
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`, { flag: 'wx' })

const must = ids('MUST')
const profiles = readProfiles(
  contractFiles(folder).read('profiles.yaml'),
  { areas, capabilities, requirements },
  new Set(must),
)
write(`profiles/${edition}.yaml`, [
  `# The profiles of edition ${edition}. Frozen: this file does not change (docs/editions.md).`,
  `edition: ${edition}`,
  'profiles:',
  ...profiles.flatMap(({ id, title, requirements: taken }) => [
    `  - id: ${id}`,
    `    title: ${title}`,
    '    requirements:',
    ...listed(taken, '      '),
  ]),
])
write(`editions/${edition}.yaml`, [
  `# Edition ${edition}: what deployments are judged by. Frozen: this file does not change (docs/editions.md).`,
  `edition: ${edition}`,
  `frozen: ${day}`,
  'MUST:',
  ...listed(must, '  '),
  'SHOULD:',
  ...listed(ids('SHOULD'), '  '),
])
console.log(
  `editions/${edition}.yaml and profiles/${edition}.yaml in ${folder}: add their digests to tests/unit/editions.test.ts, then node spec/generate.ts`,
)
