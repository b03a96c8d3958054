/**
 * Turns the YAML of `spec/` into `spec/generated/`: data with union types (`catalogue.ts`), Ajv standalone validators
 * (`validators.cjs`), the checklist (`checklist.json`), the explanations (`explanations.json`) and the OpenAPI document
 * for other tools (`openapi.json`). A wrong id does not compile, and a worker starts in a few tens of ms.
 *
 * `node spec/generate.ts` generates outdated files; `--force` generates all.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { renderCatalogue, renderCatalogueData } from './generate/catalogue.ts'
import { PARTED, readSources } from './generate/sources.ts'
import { spelledOut } from './generate/spelled-out.ts'
import { renderValidators } from './generate/validators.ts'

const here = fileURLToPath(new URL('./.', import.meta.url))
const out = join(here, 'generated')

/** Every input of the generator, including its own sources. */
function sourceFiles(): readonly string[] {
  const list = (folder: string, ending: string) =>
    readdirSync(join(here, folder))
      .filter((name) => name.endsWith(ending))
      .sort()
      .map((name) => join(here, folder, name))
  return [
    ...list('.', '.yaml'),
    ...['requirements', 'editions', 'profiles', ...PARTED].flatMap((folder) => list(folder, '.yaml')),
    ...list('generate', '.ts'),
    join(here, 'formats.ts'),
    join(here, 'json-schema.ts'),
    fileURLToPath(import.meta.url),
  ]
}

/** Generates `spec/generated/` unless it is up to date. Returns a description of its work. */
export function generate(force = false): 'generated' | 'up to date' {
  const files = sourceFiles()
  const digest = createHash('sha256')
  for (const file of files) digest.update(basename(file)).update(readFileSync(file))
  const fingerprint = digest.digest('hex')
  const stamp = join(out, 'fingerprint')
  if (!force && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return 'up to date'

  const sources = readSources({
    read: (name) => parse(readFileSync(join(here, name), 'utf8')) as unknown,
    list: (folder) => readdirSync(join(here, folder)).sort(),
  })
  mkdirSync(out, { recursive: true })
  const replace = (name: string, text: string) => {
    // Another process may be reading, so a file is replaced as a whole.
    writeFileSync(join(out, `${name}.${process.pid}`), text)
    renameSync(join(out, `${name}.${process.pid}`), join(out, name))
  }
  replace('catalogue.ts', renderCatalogue(sources))
  replace('catalogue.json', renderCatalogueData(sources))
  replace('checklist.json', JSON.stringify(sources.checklist))
  replace('explanations.json', JSON.stringify(sources.explanations))
  replace('validators.cjs', renderValidators(sources))
  replace('openapi.json', JSON.stringify(spelledOut(sources.openapi)))
  replace('fingerprint', fingerprint)
  return 'generated'
}

if (import.meta.main) console.log(`spec/generated: ${generate(process.argv.includes('--force'))}`)
