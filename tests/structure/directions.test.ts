/**
 * Imports go one way: spec ← fixtures ← suites ← runner, fixtures ← exploration, spec ← reports ← second-opinions, spec ← reference, all of
 * them but the suites ← certificates; the command line on top.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Which top-level folders each folder may import from, besides itself. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  spec: [],
  fixtures: ['spec'],
  suites: ['spec', 'fixtures'],
  runner: ['spec', 'fixtures', 'suites', 'reports'],
  exploration: ['spec', 'fixtures'],
  reports: ['spec'],
  reference: ['spec'],
  'second-opinions': ['spec', 'reports'],
  selftest: ['spec', 'fixtures', 'runner', 'reports', 'reference'],
  certificates: ['spec', 'fixtures', 'reports'],
  traffic: ['spec', 'fixtures'],
  doctor: ['spec', 'fixtures', 'reports'],
  init: ['spec', 'fixtures', 'reports'],
  cli: [
    'spec',
    'fixtures',
    'runner',
    'exploration',
    'reports',
    'reference',
    'second-opinions',
    'selftest',
    'certificates',
    'traffic',
    'doctor',
    'init',
  ],
}

/** Packages that a command loads where they are installed, and names where they are not. */
const ON_DEMAND: Readonly<Record<string, string>> = { 'cli/mcp/load-sdk.ts': '@modelcontextprotocol/server' }

interface Import {
  readonly file: string
  /** Path of what is imported, from the root; a package by its name. */
  readonly target: string
  readonly local: boolean
  /** Only types: nothing of it runs. */
  readonly typesOnly: boolean
}

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const specifiers = text.matchAll(
    /(?:\bimport\s+(type\b)[^'"]*)?(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+|\brequire\s*\(\s*)['"]([^'"]+)['"]/g,
  )
  return [...specifiers].map(([, type, specifier = '']) => {
    const local = specifier.startsWith('.')
    const target = local ? relative(root, join(root, dirname(file), specifier)) : specifier
    return { file, local, target, typesOnly: type !== undefined }
  })
}

const imports = Object.keys(ALLOWED).flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,mjs}`, { cwd: root }).flatMap(importsOf),
)
const folderOf = (path: string) => path.split('/')[0] ?? ''

describe('the directions of imports', () => {
  it('are seen at all', () => {
    assert.ok(
      imports.some(({ file, target }) => folderOf(file) === 'suites' && folderOf(target) === 'fixtures'),
    )
    assert.ok(
      imports.some(({ file, target }) => folderOf(file) === 'reference' && folderOf(target) === 'spec'),
    )
  })

  it('go one way', () => {
    const wrong = imports.filter(
      ({ file, target, local }) =>
        local &&
        folderOf(file) !== folderOf(target) &&
        !ALLOWED[folderOf(file)]!.includes(folderOf(target)) &&
        target !== 'package.json',
    )

    assert.deepEqual(
      wrong.map(({ file, target }) => `${file} → ${target}`),
      [],
    )
  })

  it('let opinions know no more of reports than their types', () => {
    const wrong = imports.filter(
      ({ file, target, typesOnly }) =>
        folderOf(file) === 'second-opinions' && folderOf(target) === 'reports' && !typesOnly,
    )

    assert.ok(imports.some(({ file, typesOnly }) => folderOf(file) === 'second-opinions' && typesOnly))
    assert.deepEqual(wrong, [])
  })

  it('need no package that is installed for tests only', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>
    }
    const nameOf = (target: string) => target.split('/', target.startsWith('@') ? 2 : 1).join('/')
    const wrong = imports.filter(
      ({ file, target, local, typesOnly }) =>
        !file.endsWith('/write-schema.ts') &&
        folderOf(file) !== 'selftest' &&
        !local &&
        !typesOnly &&
        !target.startsWith('node:') &&
        ON_DEMAND[file] !== nameOf(target) &&
        !(nameOf(target) in dependencies),
    )

    assert.deepEqual(
      wrong.map(({ file, target }) => `${file} → ${target}`),
      [],
    )
  })

  it('keep the libraries that sign apart from those that verify', () => {
    const signing = imports.filter(
      ({ file, target }) => folderOf(file) === 'reference' && target.startsWith('@noble/'),
    )
    const verifying = imports.filter(
      ({ file, target }) =>
        ['fixtures', 'suites', 'exploration'].includes(folderOf(file)) &&
        /^(?:hash-wasm|tiny-secp256k1)\b/.test(target),
    )

    assert.deepEqual(
      [...signing, ...verifying].map(({ file, target }) => `${file} → ${target}`),
      [],
    )
  })

  it('let only the expectations and the tests of Playwright know it', () => {
    const knowing = new Set(
      imports
        .filter(({ target }) => target.startsWith('@playwright/test') && !target.endsWith('/reporter'))
        .map(({ file }) => file),
    )

    assert.deepEqual([...knowing].sort(), ['fixtures/expect.ts', 'runner/playwright/register-tests.ts'])
  })

  it('let no module of spec, fixtures or suites read an environment variable', () => {
    const reading = globSync('{spec,fixtures,suites}/**/*.ts', { cwd: root }).filter((file) =>
      /\bprocess\.env\b/.test(readFileSync(join(root, file), 'utf8')),
    )

    assert.deepEqual(reading, [])
  })
})
