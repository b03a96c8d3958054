// Generates spec/generated/, the JSON Schemas and the scripts of pages when a source has changed. Plain JavaScript
// without dependencies.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { root } from './installation.mjs'

const spec = join(root, 'spec')
const OF_CONTRACT = 'spec/generate.ts'
/** They read what the generator of the contract writes. */
const FROM_CONTRACT = ['package/write-schemas.ts', 'package/write-usual-causes.ts']
const OF_SCRIPTS = 'package/write-scripts.ts'
/** What the generator of scripts imports. */
const BUNDLER = 'package/bundled-script.ts'
/** The definitions of the JSON Schemas. */
const SCHEMAS = [
  'cli/baseline/file-schema.ts',
  'fixtures/config/file-schema.ts',
  'reports/conformance-schema.ts',
]
/** The usual causes of violations. */
const FAULTS = 'selftest/faults'
/** What the scripts of pages are bundled from. */
const SCRIPTS = ['reports', 'reports/html', 'reports/html/browser', 'cli/ui/browser', 'registry/site/browser']
/** How the sources were when they were last found to be up to date. */
const noted = join(spec, 'generated/sources.txt')

/** Node calls the function that removes types experimental. */
const WITHOUT_NOTICE = '--disable-warning=ExperimentalWarning'

const stateOf = (file) => {
  const { size, mtimeMs } = statSync(join(root, file))
  return `${file} ${size} ${mtimeMs}`
}

const sourcesIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))

const stateOfSources = () =>
  readdirSync(spec, { recursive: true })
    .filter((file) => /\.(?:ts|yaml)$/.test(file) && !file.startsWith(`generated${sep}`))
    .map((file) => join('spec', file))
    .concat(SCHEMAS, [...SCRIPTS, FAULTS].flatMap(sourcesIn), FROM_CONTRACT, OF_SCRIPTS, BUNDLER)
    .sort((one, other) => (one < other ? -1 : 1))
    .map(stateOf)
    .join('\n')

/** The generator writes the fingerprint last. */
const withResult = (sources) => `${sources}\n${stateOf('spec/generated/fingerprint')}\n`

/**
 * The start of the generator takes longer than most commands, so files with the recorded size and time are not read.
 *
 * @param {string} node that runs the generators
 */
export async function ensureGenerated(node) {
  const sources = stateOfSources()
  try {
    if (readFileSync(noted, 'utf8') === withResult(sources)) return
  } catch {
    // Nothing was generated yet.
  }
  const ofContract = generate(node, OF_CONTRACT)
  const fromContract = FROM_CONTRACT.map((generator) => ofContract.then(() => generate(node, generator)))
  await Promise.all([...fromContract, generate(node, OF_SCRIPTS)])
  writeFileSync(noted, withResult(sources))
}

/** Ends this process if the generator fails, which has said why. */
const generate = (node, generator) =>
  new Promise((done) => {
    const child = spawn(node, [WITHOUT_NOTICE, join(root, generator)], { stdio: ['ignore', 'ignore', 2] })
    const stop = () => process.exit(2)
    child.on('error', stop)
    child.on('exit', (code) => (code === 0 ? done() : stop()))
  })
