/**
 * Freezes the current requirements and profiles as the next edition:
 *   node spec/freeze-edition.ts
 * Requirements that are added later are warnings until the next edition.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'
import { readProfiles } from './generate/profiles.ts'
import { areas, capabilities, editions, LATEST_EDITION, requirements, type Level } from './index.ts'

const edition = editions.length === 0 ? 1 : LATEST_EDITION + 1
const day = new Date().toISOString().slice(0, 10)
const ids = (level: Level) =>
  requirements
    .filter((requirement) => requirement.specified && requirement.level === level)
    .map(({ id }) => id)
    .sort()
const listed = (names: readonly string[], indent: string) => names.map((name) => `${indent}- ${name}`)
const here = (name: string) => new URL(name, import.meta.url)
const write = (name: string, lines: readonly string[]) =>
  writeFileSync(here(name), `${lines.join('\n')}\n`, { flag: 'wx' })

const must = ids('MUST')
const profiles = readProfiles(
  parse(readFileSync(here('profiles.yaml'), 'utf8')),
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
  `spec/editions/${edition}.yaml and spec/profiles/${edition}.yaml: add their digests to tests/unit/editions.test.ts, then node spec/generate.ts`,
)
