/**
 * Turns the YAML of `spec/contracts/` into `spec/generated/`: data with union types (`catalogue.ts`), Ajv standalone validators
 * (`validators.cjs`), the checklist (`checklist.json`), the explanations (`explanations.json`) and the OpenAPI document
 * for other tools (`openapi.json`). A wrong id does not compile, and a worker starts in a few tens of ms.
 *
 * `node spec/generate.ts` generates outdated files; `--force` generates all.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CONTRACT_VERSION } from './contract-version.ts'
import { renderCatalogue, renderCatalogueData } from './generate/catalogue.ts'
import { contractFiles, contractFolder } from './generate/contract-files.ts'
import { readSources, type Sources } from './generate/sources.ts'
import { spelledOut } from './generate/spelled-out.ts'
import { renderValidators } from './generate/validators.ts'

const here = fileURLToPath(new URL('./.', import.meta.url))
const contract = contractFolder(CONTRACT_VERSION)
const out = join(here, 'generated')

/** Every input of the generator, including its own sources. */
function sourceFiles(): readonly string[] {
  const list = (folder: string, ending: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(ending))
      .sort()
      .map((name) => join(folder, name))
  return [
    ...list(contract, '.yaml'),
    ...list(join(here, 'generate'), '.ts'),
    join(here, 'contract-version.ts'),
    join(here, 'formats.ts'),
    join(here, 'json-schema.ts'),
    fileURLToPath(import.meta.url),
  ]
}

/** The contract, from its files; an error names the file from the root of the repository. */
function contractSources(): Sources {
  try {
    return readSources(contractFiles(contract))
  } catch (error) {
    throw new Error(`spec/contracts/${CONTRACT_VERSION}/${(error as Error).message}`, { cause: error })
  }
}

/** Generates `spec/generated/` unless it is up to date. Returns a description of its work. */
export function generate(force = false): 'generated' | 'up to date' {
  const files = sourceFiles()
  const digest = createHash('sha256')
  for (const file of files) digest.update(basename(file)).update(readFileSync(file))
  const fingerprint = digest.digest('hex')
  const stamp = join(out, 'fingerprint')
  if (!force && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return 'up to date'

  const sources = contractSources()
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
