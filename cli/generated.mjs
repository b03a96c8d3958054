// Generates what is made from spec/ when something there has changed. Plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { root } from './installation.mjs'

const spec = join(root, 'spec')
/** How the sources were when they were last found to be up to date. */
const noted = join(spec, 'generated/sources.txt')

const stateOf = (file) => {
  const { size, mtimeMs } = statSync(join(spec, file))
  return `${file} ${size} ${mtimeMs}`
}

const stateOfSources = () =>
  readdirSync(spec, { recursive: true })
    .filter((file) => /\.(?:ts|yaml)$/.test(file) && !file.startsWith(`generated${sep}`))
    .sort((one, other) => (one < other ? -1 : 1))
    .map(stateOf)
    .join('\n')

/** The generator writes the fingerprint last. */
const withResult = (sources) => `${sources}\n${stateOf('generated/fingerprint')}\n`

/**
 * Starting the generator takes longer than most commands, so what has the size and the time that were noted is not read.
 *
 * @param {string} node that runs the generator
 */
export function ensureGenerated(node) {
  const sources = stateOfSources()
  try {
    if (readFileSync(noted, 'utf8') === withResult(sources)) return
  } catch {
    // Nothing was generated yet.
  }
  const { status } = spawnSync(node, [join(spec, 'generate.ts')], { stdio: ['ignore', 'ignore', 2] })
  if (status !== 0) process.exit(2)
  writeFileSync(noted, withResult(sources))
}
