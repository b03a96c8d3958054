/**
 * Builds `dist/` for the published package: JavaScript for Node 22 with types. Data files keep their folders, so code
 * finds them at the same relative path as in the sources.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FIGURES } from '../certificates/proof.ts'
import { writeSuitesDigest } from '../certificates/suites-digest.ts'
import { generate } from '../spec/generate.ts'

const root = fileURLToPath(new URL('./..', import.meta.url))
const dist = join(root, 'dist')

/** Read while a run goes on, and left where it is by the compiler. */
const DATA = [
  'spec/contracts/**/*.yaml',
  'spec/generated/*.{cjs,json}',
  'second-opinions/*.cjs',
  'reports/*.schema.json',
  '{reports/html,cli/ui,registry/site}/browser/*.bundle.js',
  'suites/controls.json',
  'suites/effects.json',
  'suites/durations.json',
  'suites/requests.json',
  'suites/slow-checks.json',
  'deployments/*.{json,yaml}',
]

/** @param project below this folder */
function compile(project: string): void {
  const compiler = join(root, 'node_modules/.bin/tsc')
  const { status } = spawnSync(compiler, ['--project', join(root, 'package', project)], {
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) throw new Error('the compiler found errors, see above; nothing was built')
}

/** The version that the command prints, and the type of these files: ES modules. */
function writeManifest(): void {
  const { name, version, type } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly version: string
    readonly type: string
  }
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ name, version, type, private: true })}\n`)
}

rmSync(dist, { recursive: true, force: true })
generate()
await import('./write-schemas.ts')
await import('./write-scripts.ts')
compile('tsconfig.json')
compile('tsconfig.types.json')
for (const file of globSync(DATA, { cwd: root })) cpSync(join(root, file), join(dist, file))
writeManifest()
writeSuitesDigest(root, dist)
if (existsSync(join(root, FIGURES.checkout))) cpSync(join(root, FIGURES.checkout), join(dist, FIGURES.built))
