/** What the documents point to exists: links, paths of the repository, and commands. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, it } from 'node:test'
import { codeOf, documents, root, withoutBlocks } from './documents.ts'

const FOLDERS = [
  '.ci',
  '.github',
  'bench',
  'certificates',
  'registry',
  'cli',
  'deploy',
  'deployments',
  'docs',
  'doctor',
  'errors',
  'exploration',
  'fixtures',
  'init',
  'package',
  'reference',
  'reports',
  'runner',
  'second-opinions',
  'selftest',
  'spec',
  'suites',
  'tests',
  'traffic',
]
/** Created by a command, so missing after a clone. */
const MADE = [
  '.github/tools/node_modules',
  '.github/site/node_modules',
  'registry/2025-10-13',
  'registry/index.jsonl',
  'registry/log',
  'spec/generated',
  'reports/latest',
  'reports/runs',
  'reports/replay',
  'reports/history',
  'reports/green',
  'reports/staging',
  'reports/exploration',
  'reports/traffic',
]

const read = (file: string) => readFileSync(join(root, file), 'utf8')
/** The source that declares commands and options. */
const declaredCommands = () =>
  ['cli/main.ts', ...globSync('cli/commands/*.ts', { cwd: root })].map(read).join('\n')
const isMade = (path: string) => MADE.some((made) => path === made || path.startsWith(`${made}/`))

/** Paths that begin with a folder of the repository and hold no placeholder. */
const pathsIn = (code: string): readonly string[] =>
  code
    .split(/[\s"'(),;:=]+/)
    .map((word) => word.replace(/[./]+$/, ''))
    .filter(
      (word) => word.includes('/') && FOLDERS.includes(word.split('/')[0]!) && !/[*<>{}[\]…‹]/.test(word),
    )

interface Named {
  readonly file: string
  readonly name: string
}

const named = (pattern: RegExp): readonly Named[] =>
  documents.flatMap(({ file, text }) =>
    codeOf(text).flatMap((code) => [...code.matchAll(pattern)].map(([, name = '']) => ({ file, name }))),
  )

const say = ({ file, name }: Named) => `${file}: ${name}`

describe('the documents', () => {
  it('link to existing targets', () => {
    const links = documents.flatMap(({ file, text }) =>
      [...withoutBlocks(text).matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^[a-z]+:/.test(target))
        .map((target) => ({ file, name: normalize(join(dirname(file), target)) })),
    )

    assert.ok(links.length > 10)
    assert.deepEqual(links.filter(({ name }) => !existsSync(join(root, name))).map(say), [])
  })

  it('link to rows of the contract that are there', () => {
    const page = read('docs/contract.md')
    const anchors = new Set([
      ...[...page.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id),
      ...[...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\w\s-]/g, '')
          .replaceAll(/\s/g, '-'),
      ),
    ])
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, id = '']) => id)

    assert.ok(links.length > 1000)
    assert.deepEqual(
      links.filter((id) => !anchors.has(id)),
      [],
    )
  })

  it('name files that exist', () => {
    const paths = documents.flatMap(({ file, text }) =>
      codeOf(text)
        .flatMap(pathsIn)
        .map((name) => ({ file, name })),
    )

    assert.ok(paths.length > 20)
    assert.deepEqual(paths.filter(({ name }) => !isMade(name) && !existsSync(join(root, name))).map(say), [])
  })

  it('name commands of assay that exist', () => {
    const source = declaredCommands()
    const commands = [...source.matchAll(/\.command\('([\w-]+)'\)/g)].map(([, name]) => name)
    // A note says where somebody runs assay from.
    const used = named(/\bassay ((?!from\b)[a-z][a-z-]*)/g)

    assert.ok(used.length > 5)
    assert.deepEqual(used.filter(({ name }) => ![...commands, 'help'].includes(name)).map(say), [])
  })

  it('name options of assay that exist', () => {
    const source = declaredCommands()
    const options = [...source.matchAll(/--[a-z-]+/g)].map(([option]) => option)
    const used = documents.flatMap(({ file, text }) =>
      codeOf(text)
        .flatMap((code) => code.split('\n'))
        .filter((line) => /\bassay [a-z]+/.test(line))
        .flatMap((line) => [...line.matchAll(/ (--[a-z-]+)/g)].map(([, name = '']) => ({ file, name }))),
    )

    assert.ok(used.length > 3)
    assert.deepEqual(used.filter(({ name }) => !options.includes(name)).map(say), [])
  })

  it('name scripts of npm that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> }
    const used = [...named(/\bnpm run ([\w:-]+)/g), ...named(/\bnpm (start|test)\b/g)]

    assert.ok(used.length > 5)
    assert.deepEqual(used.filter(({ name }) => !Object.hasOwn(scripts, name)).map(say), [])
  })
})
