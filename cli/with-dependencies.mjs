// Runs a TypeScript program of this project on any Node >= 20, straight after a clone: installs the dependencies when
// they do not match the lock file, generates what is made from spec/, and hands over to the Node 24 among them.
//   node cli/with-dependencies.mjs <program.ts> [arguments]
// Plain JavaScript without dependencies, since it runs before there are any.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const node24 = join(root, 'node_modules/.bin/node')
// What is compiled once need not be compiled by every process: a command takes a third less time.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node')

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(join(root, lockFile), 'utf8')).packages
  } catch {
    return undefined
  }
}

/** Whether what is installed is what the lock file says; npm writes the second file when it has finished. */
function installed() {
  const wanted = packagesOf('package-lock.json')
  const present = packagesOf('node_modules/.package-lock.json')
  if (!wanted || !present || !existsSync(node24)) return false
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || present[path]?.version === version,
  )
}

export function ensureDependencies() {
  if (!installed()) {
    process.stderr.write('assay: installing the dependencies that package-lock.json names (this once) …\n')
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 2, 2],
    })
    if (status !== 0 || !existsSync(node24)) {
      process.stderr.write(
        `assay: installing the dependencies failed (npm ci in ${root}, exit code ${status ?? 'none'}).\n` +
          '  → See the lines above; check that the npm registry can be reached, then run the same command again.\n',
      )
      process.exit(2)
    }
  }
  const generated = spawnSync(node24, [join(root, 'spec/generate.ts')], { stdio: ['ignore', 'ignore', 2] })
  if (generated.status !== 0) process.exit(2)
}

/** Runs the program with Node 24 and ends with its exit code. */
export function handOver(program, programArguments) {
  const child = spawn(node24, [join(root, program), ...programArguments], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}` },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 3 : 130)))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [program, ...rest] = process.argv.slice(2)
  ensureDependencies()
  handOver(program, rest)
}
