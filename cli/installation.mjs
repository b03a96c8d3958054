// Installs the needs of a command in a checkout: the dependencies of a run, or all, and a Node that runs TypeScript if
// the current one cannot. Plain JavaScript for any Node >= 20, because it runs before any dependency exists.
import { spawn } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('./..', import.meta.url))
const nodeFolder = join(root, 'cli/node')
const installedNode = join(nodeFolder, 'node_modules/.bin/node')
const linkedNode = join(root, 'node_modules/.bin/node')
const lock = join(nodeFolder, '.installing')

/** Scripts are not needed, and a package whose contents the lock file names need not be asked for again. */
const QUIETLY = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']

/** Since Node 24.3 types are stripped without a warning. */
const OLDEST = [24, 3]
const [major, minor] = process.versions.node.split('.').map(Number)
const runsTypeScript = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])

function packagesIn(folder, lockFile) {
  try {
    return JSON.parse(readFileSync(join(folder, lockFile), 'utf8')).packages
  } catch {
    return undefined
  }
}

/** npm writes this file when it has finished. */
const presentIn = (folder) => packagesIn(folder, 'node_modules/.package-lock.json')

/** The Node that runs the sources; undefined: it is to be installed. */
export function nodeForSources() {
  if (runsTypeScript) return process.execPath
  const present = presentIn(nodeFolder)
  // A worktree that shares its dependencies has the Node among them.
  if (present === undefined) return existsSync(linkedNode) ? linkedNode : undefined
  const wanted = packagesIn(nodeFolder, 'package-lock.json')
  const isCurrent = Object.entries(present).every(
    ([path, { version }]) => wanted?.[path]?.version === version,
  )
  return isCurrent && existsSync(installedNode) ? installedNode : undefined
}

/** Whether the dependencies that are installed are those of the lock file: all, those of a run, or any. */
function hasDependencies(needed) {
  if (needed === 'any') return true
  const wanted = packagesIn(root, 'package-lock.json')
  const present = presentIn(root)
  if (!wanted || !present) return false
  return Object.entries(wanted).every(
    ([path, { version, optional, dev }]) =>
      path === '' || optional || (dev && needed !== 'all') || present[path]?.version === version,
  )
}

/** Packages for tests stay installed when a run needs newer ones. */
const hasMoreThanARunNeeds = () => Object.values(presentIn(root) ?? {}).some(({ dev }) => dev)

function npm(folder, parameters) {
  return new Promise((done) => {
    const child = spawn('npm', [...parameters, ...QUIETLY], { cwd: folder, stdio: ['ignore', 2, 2] })
    const command = `npm ${parameters.join(' ')} in ${folder}`
    child.on('error', ({ code }) => done(`${command}: ${code === 'ENOENT' ? 'npm was not found' : code}`))
    child.on('exit', (code) => done(code === 0 ? undefined : `${command}, exit code ${code ?? 'none'}`))
  })
}

/** `npm ci` begins with nothing; what already exists, another command may be using. */
const installDependencies = (all) =>
  npm(root, [...(presentIn(root) ? ['install', '--no-save'] : ['ci']), ...(all ? [] : ['--omit=dev'])])

const installNode = () => npm(nodeFolder, ['ci'])

function stop(message, next) {
  process.stderr.write(`assay: ${message}\n  → ${next}\n`)
  process.exit(2)
}

/** Waits while another process installs. Takes over the lock of a killed process. */
async function alone(work) {
  let told = false
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST')
        stop(
          `cannot install anything in ${root} (${error.code}).`,
          'Make the folder writable, then run the same command again.',
        )
    }
    if (isLeft()) rmSync(lock, { force: true })
    else {
      if (!told) process.stderr.write('assay: waiting for another command that installs the dependencies …\n')
      told = true
      await setTimeout(200)
    }
  }
  try {
    await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function isLeft() {
  try {
    const pid = Number(readFileSync(lock, 'utf8'))
    if (pid === 0) return Date.now() - statSync(lock).mtimeMs > 10_000
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/**
 * Installs missing packages, and never removes any.
 *
 * @param {{ needed: 'all' | 'run' | 'any', saying: string }} needs dependencies, and the message for an installation
 * @returns {Promise<string>} the Node that runs the sources
 */
export async function ensureInstalled({ needed, saying }) {
  if (!hasDependencies(needed) || !nodeForSources()) {
    await alone(async () => {
      const lacksDependencies = !hasDependencies(needed)
      const lacksNode = !nodeForSources()
      if (!lacksDependencies && !lacksNode) return
      process.stderr.write(`assay: installing ${lacksDependencies ? saying : 'Node 24'} (this once) …\n`)
      const failures = await Promise.all([
        lacksDependencies ? installDependencies(needed === 'all' || hasMoreThanARunNeeds()) : undefined,
        lacksNode ? installNode() : undefined,
      ])
      const failed = failures.filter((failure) => failure !== undefined)
      if (failed.length > 0)
        stop(
          `installing the dependencies failed (${failed.join('; ')}).`,
          'See the lines above; check that the npm registry can be reached, then run the same command again.',
        )
      linkCommands()
    })
  }
  return (
    nodeForSources() ??
    stop(
      `Node ${process.versions.node} cannot run the sources, and no newer one was found for ${process.platform}-${process.arch}.`,
      `Install Node ${OLDEST.join('.')} or later, then run the same command again.`,
    )
  )
}

/** Puts `assay` where npx looks first, and the Node that was installed where the scripts of npm find it. */
export function linkCommands() {
  const bin = join(root, 'node_modules/.bin')
  mkdirSync(bin, { recursive: true })
  const link = (name, target) => {
    if (
      lstatSync(join(bin, name), { throwIfNoEntry: false })?.isSymbolicLink() &&
      readlinkSync(join(bin, name)) === target
    )
      return
    rmSync(join(bin, name), { force: true })
    symlinkSync(target, join(bin, name))
  }
  link('assay', '../../cli/assay.mjs')
  if (existsSync(installedNode)) link('node', '../../cli/node/node_modules/.bin/node')
}

/** The PATH for programs of the sources: their child processes find the same Node and the installed tools. */
export function pathFor(node) {
  const folders = [...(node === process.execPath ? [] : [dirname(node)]), join(root, 'node_modules/.bin')]
  return [...folders, process.env.PATH ?? ''].join(':')
}
