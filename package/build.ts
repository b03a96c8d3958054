/**
 * Builds `dist/`, what the published package runs: JavaScript for Node 22 with types, and the data files beside it in
 * the same folders as in the sources, so that whatever finds a file next to itself finds it here too.
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
  'spec/generated/*.{cjs,json}',
  'second-opinions/*.cjs',
  'reports/*.schema.json',
  'suites/controls.json',
  'suites/effects.json',
  'suites/durations.json',
  'suites/requests.json',
  'deployments/*.{json,yaml}',
]

function compile(): void {
  const compiler = join(root, 'node_modules/.bin/tsc')
  const { status } = spawnSync(compiler, ['--project', join(root, 'package/tsconfig.json')], {
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) throw new Error('the compiler found errors, see above; nothing was built')
}

/** What the command says of its version, and that these files are ES modules. */
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
compile()
for (const file of globSync(DATA, { cwd: root })) cpSync(join(root, file), join(dist, file))
writeManifest()
writeSuitesDigest(root, dist)
if (existsSync(join(root, FIGURES.checkout))) cpSync(join(root, FIGURES.checkout), join(dist, FIGURES.built))
