/**
 * What a command in a checkout installs before it runs: in a small checkout, with an npm that only records its
 * arguments.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Locked {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly dev?: boolean
        readonly optional?: boolean
        readonly hasInstallScript?: boolean
        readonly resolved?: string
        readonly version?: string
        readonly dependencies?: Readonly<Record<string, string>>
      }
    >
  >
}
const lockFile = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Locked

const NPM = `#!/usr/bin/env node
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const parameters = process.argv.slice(2)
appendFileSync('npm.log', parameters.slice(0, 3).filter((one) => one !== '--ignore-scripts').join(' ').replace(/ --prefer-offline.*/, '') + '\\n')
if (process.env.NPM_FAILS) process.exit(1)
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const wanted = Object.entries(packages).filter(([, { dev }]) => !dev || !parameters.includes('--omit=dev'))
mkdirSync('node_modules', { recursive: true })
setTimeout(() => writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(wanted) })), 50)
`

const GENERATE = `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
const folder = new URL('generated/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('fingerprint', folder), '1')
appendFileSync(new URL('../generated.log', import.meta.url), 'generated\\n')
`

const WRITE_SCHEMAS = `import { appendFileSync } from 'node:fs'
appendFileSync(new URL('../schemas.log', import.meta.url), 'written\\n')
`

const WRITE_SCRIPTS = `import { appendFileSync } from 'node:fs'
appendFileSync(new URL('../scripts.log', import.meta.url), 'written\\n')
`

const WRITE_USUAL_CAUSES = `import { appendFileSync } from 'node:fs'
appendFileSync(new URL('../usual-causes.log', import.meta.url), 'written\\n')
`

function checkout(name: string) {
  const folder = join(temporaryFolder('installation'), name)
  const write = (file: string, text: string) => {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const lock = (packages: object) =>
    write('package-lock.json', JSON.stringify({ packages: { '': {}, ...packages } }))
  const logged = (file: string) =>
    existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').trimEnd().split('\n') : []
  for (const file of ['assay', 'generated', 'installation', 'sources', 'with-dependencies'])
    cpSync(join(root, `cli/${file}.mjs`), join(folder, `cli/${file}.mjs`))
  write('package.json', '{"type":"module"}')
  write('tsconfig.json', '{}')
  write('cli/assay.ts', "console.log('assay', ...process.argv.slice(2))")
  write('cli/node/package.json', '{}')
  write('spec/generate.ts', GENERATE)
  write('package/write-schemas.ts', WRITE_SCHEMAS)
  write('package/write-scripts.ts', WRITE_SCRIPTS)
  write('package/write-usual-causes.ts', WRITE_USUAL_CAUSES)
  for (const file of [
    'package/bundled-script.ts',
    'cli/baseline/file-schema.ts',
    'selftest/faults/index.ts',
    'fixtures/config/file-schema.ts',
    'reports/conformance-schema.ts',
    'reports/html/browser/start-report.ts',
    'cli/ui/browser/start-ui.ts',
    'registry/site/browser/start-search.ts',
  ])
    write(file, '')
  write('spec/errors.yaml', 'codes: []')
  write('npm/package.json', '{}')
  write('npm/npm', NPM)
  chmodSync(join(folder, 'npm/npm'), 0o755)
  lock(PACKAGES)
  return {
    write,
    lock,
    installations: () => logged('npm.log'),
    generations: () => logged('generated.log').length,
    scriptsWritten: () => logged('scripts.log').length,
    schemasWritten: () => logged('schemas.log').length,
    usualCausesWritten: () => logged('usual-causes.log').length,
    remove: (path: string) => rmSync(join(folder, path), { recursive: true }),
    assay: (parameters: readonly string[], variables: NodeJS.ProcessEnv = {}) =>
      new Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>((done) => {
        const env = { ...process.env, PATH: `${join(folder, 'npm')}:${process.env.PATH ?? ''}`, ...variables }
        execFile(
          process.execPath,
          [join(folder, 'cli/assay.mjs'), ...parameters],
          { env },
          (error, stdout, stderr) => done({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
        )
      }),
  }
}

const PACKAGES = {
  'node_modules/of-a-run': { version: '1.0.0' },
  'node_modules/of-tests': { version: '1.0.0', dev: true },
  'node_modules/of-some-machines': { version: '1.0.0', optional: true },
}
const LEAN = 'ci --omit=dev'
const COMPLETING = 'install --no-save'

describe('the packages that a command in a checkout installs', () => {
  it('are those that a run needs, installed once', async () => {
    const { assay, installations, generations } = checkout('fresh')

    const first = await assay(['list', '--json'])
    const second = await assay(['list'])

    assert.deepEqual([first.code, first.stdout], [0, 'assay list --json\n'])
    assert.match(first.stderr, /installing what a run needs/)
    assert.deepEqual([second.code, second.stderr], [0, ''])
    assert.deepEqual(installations(), [LEAN])
    assert.equal(generations(), 1)
  })

  it('is completed for second opinions and for the proof, and stays complete', async () => {
    const { assay, installations, lock } = checkout('completed')

    await assay(['run'])
    const { stderr } = await assay(['run', '--second-opinions'])
    await assay(['run'])
    await assay(['self-test'])
    lock({ ...PACKAGES, 'node_modules/of-a-run': { version: '1.1.0' } })
    await assay(['run'])
    await assay(['self-test'])

    assert.match(stderr, /installing Prism and Dredd/)
    assert.deepEqual(installations(), [LEAN, COMPLETING, COMPLETING])
  })

  it('is installed by one of two commands that start together', async () => {
    const { assay, installations } = checkout('at-once')

    const ended = await Promise.all([assay(['list']), assay(['doctor'])])

    assert.deepEqual(
      ended.map(({ stdout }) => stdout),
      ['assay list\n', 'assay doctor\n'],
    )
    assert.deepEqual(installations(), [LEAN])
  })

  it('is installed although a process that was killed left its lock', async () => {
    const { assay, installations, write } = checkout('killed')
    write('cli/node/.installing', '4194999')

    const { code } = await assay(['list'])

    assert.equal(code, 0)
    assert.deepEqual(installations(), [LEAN])
  })

  it('ends the command with exit code 2 where npm fails', async () => {
    const { assay } = checkout('failing')

    const { code, stdout, stderr } = await assay(['run'], { NPM_FAILS: '1' })

    assert.deepEqual([code, stdout], [2, ''])
    assert.match(
      stderr,
      /installing the dependencies failed \(npm ci --omit=dev in .+, exit code 1\)\.\n {2}→ /,
    )
  })

  it('is followed by generating files from spec/, and so is a change there', async () => {
    const { assay, generations, write, remove } = checkout('changed')

    await assay(['list'])
    write('spec/errors.yaml', 'codes: [none]')
    await assay(['list'])
    await assay(['list'])
    assert.equal(generations(), 2)

    remove('spec/generated')
    await assay(['list'])
    assert.equal(generations(), 3)
  })

  it('is followed by writing schemas, usual causes and the scripts of pages, and so is a change of each', async () => {
    const { assay, schemasWritten, scriptsWritten, usualCausesWritten, write } = checkout('schemas')

    await assay(['list'])
    await assay(['list'])
    assert.deepEqual([schemasWritten(), scriptsWritten()], [1, 1])

    write('reports/conformance-schema.ts', 'changed')
    await assay(['list'])
    assert.equal(schemasWritten(), 2)

    write('registry/site/browser/start-search.ts', 'changed')
    await assay(['list'])
    assert.equal(scriptsWritten(), 3)

    write('selftest/faults/index.ts', 'changed')
    await assay(['list'])
    assert.equal(usualCausesWritten(), 4)
  })
})

/** The bytes of all files of a package; those of packages that are installed inside it count as their own. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .map((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? sizeOf(path) : lstatSync(path).size
    })
    .reduce((total, size) => total + size, 0)
}

describe('the lock files', () => {
  const { packages } = lockFile('package-lock.json')
  const ofARun = Object.entries(packages).filter(([path, { dev = false }]) => path !== '' && !dev)
  /** npm installs optional packages on some platforms only. */
  const installed = ofARun.filter(([path, { optional = false }]) => !optional || existsSync(join(root, path)))

  it('leave packages of tests and second opinions out of a normal run', () => {
    const tools = ['@stoplight/prism-cli', 'dredd', '@sparticuz/chromium', 'typescript', 'oxlint', 'oxfmt']
    for (const tool of tools) assert.equal(packages[`node_modules/${tool}`]?.dev, true, tool)
    assert.equal(packages['node_modules/node'], undefined)
  })

  it('keep a run to 60 packages without install scripts', () => {
    assert.ok(ofARun.length <= 60, `${ofARun.length} packages`)
    assert.deepEqual(
      ofARun.filter(([, { hasInstallScript }]) => hasInstallScript),
      [],
    )
  })

  it('keep the files of a run to 40 MB', () => {
    const bytes = installed.reduce((total, [path]) => total + sizeOf(join(root, path)), 0)

    assert.ok(bytes <= 40e6, `${(bytes / 1e6).toFixed(1)} MB`)
  })

  it('name every archive, so that npm asks the registry for no descriptions', () => {
    const unnamed = [packages, lockFile('cli/node/package-lock.json').packages].flatMap((listed) =>
      Object.entries(listed).filter(([path, { resolved }]) => path !== '' && resolved === undefined),
    )

    assert.deepEqual(unnamed, [])
  })
})

describe('the libraries of signatures', () => {
  const { packages } = lockFile('package-lock.json')
  /** Names of these packages and of all that they depend on. */
  const reached = (names: readonly string[]): readonly string[] => {
    const all = new Set(names)
    for (const name of all)
      for (const dependency of Object.keys(packages[`node_modules/${name}`]?.dependencies ?? {}))
        all.add(dependency)
    return [...all]
  }

  it('share no package between signing and verifying', () => {
    const signing = reached(['@noble/curves', '@noble/hashes'])
    const verifying = reached(['tiny-secp256k1', 'hash-wasm'])

    assert.deepEqual(
      signing.filter((name) => verifying.includes(name)),
      [],
    )
    for (const name of [...signing, ...verifying]) assert.ok(packages[`node_modules/${name}`], name)
    assert.ok(verifying.length > 2, 'a dependency of a dependency is followed')
  })
})

describe('the versions that the package names', () => {
  const { engines, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly engines: { readonly node: string }
    readonly devDependencies: Readonly<Record<string, string>>
  }

  it('are Node 22 from 22.22, Node 24 from 24.15 and later, of which 23 is none', () => {
    assert.equal(engines.node, '>=22.22.0 <23 || >=24.15.0')
  })

  it('are Prism 5.16, in the manifest and in the lock', () => {
    assert.match(devDependencies['@stoplight/prism-cli']!, /^5\.16\.\d+$/)
    assert.equal(
      lockFile('package-lock.json').packages['node_modules/@stoplight/prism-cli']?.version,
      devDependencies['@stoplight/prism-cli'],
    )
  })
})

describe('the modules that run before anything is installed', () => {
  const modules = globSync('cli/*.mjs', { cwd: root })

  it('import only Node and each other', () => {
    const foreign = modules.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^import\s[^'"]*['"]([^'"]+)['"]/gm)]
        .map(([, from = '']) => from)
        .filter((from) => !builtinModules.includes(from.replace(/^node:/, '')))
        .filter((from) => !modules.includes(join('cli', from)))
        .map((from) => `${file}: ${from}`),
    )

    assert.deepEqual(foreign, [])
    assert.ok(modules.includes('cli/assay.mjs') && modules.includes('cli/with-dependencies.mjs'))
  })

  it('run on Node 20, 22 and 24 in CI, with both commands of a checkout', () => {
    const workflow = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8')
    const commands = readFileSync(join(root, '.ci/run'), 'utf8')

    assert.match(workflow, /node: \[20, 22, 24\]\n/)
    assert.match(workflow, /run: \.ci\/run\n/)
    assert.match(commands, /^npm test\b/m)
    assert.match(commands, /^npm start\b/m)
  })
})
