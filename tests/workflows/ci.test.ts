/**
 * The steps of the workflows that test, pack and check, as GitHub would run them. Programs of the network write down
 * their arguments; what takes an hour runs for seconds.
 */
import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { emptyFolder } from '../cli/assay.ts'
import { callsOf, checkout, program, runScript, scriptOf } from './run-step.ts'
import { root } from './workflow-files.ts'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}

/** Copies files that a script finds beside itself. */
function withCopies(...names: readonly string[]): string {
  const folder = emptyFolder()
  for (const name of names) cpSync(join(root, name), join(folder, name), { recursive: true })
  return folder
}

describe('ci', () => {
  it('runs the tests, then the main job, in the root of the checkout', () => {
    for (const [file, fails, calls] of [
      ['ci.yml', '-', ['npm test', 'npm start']],
      ['release.yml', 'test', ['npm test']],
    ] as const) {
      const folder = withCopies('.ci')
      const script = scriptOf(file, 'Tests, then the main job on the reference server')

      const result = callsOf(`cd / && ${folder}/${script}`, folder, {}, fails)

      assert.deepEqual([result.status, result.calls], [fails === '-' ? 0 : 1, calls], result.stderr)
    }
  })

  it('compares the costs of the run with the budget', () => {
    const { status, calls } = callsOf(scriptOf('ci.yml', 'Nothing costs more than it may'), emptyFolder())

    assert.deepEqual([status, calls], [0, ['npm run budget -- reports/latest']])
    assert.ok(scripts.budget)
  })

  it('shows the summary of the run, and does not fail without one', () => {
    const folder = emptyFolder()
    const script = scriptOf('ci.yml', 'Job summary')
    assert.equal(runScript(script, folder).status, 0)
    mkdirSync(join(folder, 'reports/latest'), { recursive: true })
    writeFileSync(join(folder, 'reports/latest/summary.md'), 'Conformant\n')

    assert.equal(runScript(script, folder).status, 0)
    assert.equal(readFileSync(join(folder, 'summary.md'), 'utf8'), 'Conformant\n')
  })

  it('installs without the scripts of packages', () => {
    const { status, calls } = callsOf(scriptOf('ci.yml', 'Install'), emptyFolder())

    assert.deepEqual([status, calls], [0, ['npm ci --ignore-scripts --no-audit --no-fund']])
  })

  it('checks the workflows with a fixed version of zizmor', () => {
    const { status, calls } = callsOf(scriptOf('ci.yml', 'Check the workflows'), emptyFolder())

    assert.equal(status, 0)
    assert.match(calls.join('\n'), /^pipx run zizmor==[\d.]+ --offline --min-severity medium \.github$/)
  })
})

describe('the check of the package', () => {
  const TOOLS = ['publint --strict', 'attw --profile esm-only', 'knip --config .github/tools/knip.json']

  /** @param broken a tool that finds a mistake */
  function checked(file: string, broken = 'no tool') {
    const folder = withCopies('.github/release')
    mkdirSync(join(folder, 'release'))
    writeFileSync(join(folder, 'release/assay-conformance-0.1.0.tgz'), '')
    for (const name of ['publint', 'attw', 'knip'])
      program(join(folder, '.github/tools/node_modules/.bin', name), name === broken ? 'exit 1' : '')
    return callsOf(scriptOf(file, 'Check the package'), folder)
  }

  it('runs each tool on the packed archive, and publishes nothing', () => {
    for (const file of ['ci.yml', 'release.yml']) {
      const { status, stderr, calls } = checked(file)

      assert.equal(status, 0, stderr)
      const [install = '', ...called] = calls
      assert.match(install, /^npm ci --prefix \.github\/tools --ignore-scripts/)
      for (const [index, tool] of TOOLS.entries()) assert.ok(called[index]?.startsWith(tool), called[index])
      assert.match(called[3] ?? '', /^npm publish --dry-run .*\.\/release\/assay-conformance-0\.1\.0\.tgz$/)
      assert.equal(called.length, 4)
    }
  })

  it('ends at the first tool that finds a mistake', () => {
    for (const [index, broken] of ['publint', 'attw', 'knip'].entries()) {
      const { status, calls } = checked('ci.yml', broken)

      assert.deepEqual([status, calls.length], [1, index + 2])
    }
  })
})

describe('the proof of each night', () => {
  it('is that every check can fail: here for one fault', () => {
    const script = scriptOf('nightly.yml', 'Every check can fail, and fails for nothing else')

    const { status, stdout, stderr } = runScript(
      script.replace('--all', 'contact-confirmation-breaks'),
      checkout(),
    )

    assert.equal(status, 0, `${stdout}${stderr}`)
    assert.match(stdout, /contact-confirmation-breaks/)
  })

  it('judges the reference server with second opinions: here without these tools', () => {
    const script = scriptOf('nightly.yml', 'The reference server, with second opinions')
    const { status, calls } = callsOf(script, emptyFolder())

    assert.deepEqual([status, calls], [0, ['npm start -- --second-opinions']])
    assert.match(scripts.start ?? '', / run --reference$/)
  })

  it('sends random sequences of requests: here for seconds', () => {
    const script = scriptOf('nightly.yml', 'Random sequences of requests find nothing on it')
    assert.match(script, /--minutes 60$/m)

    const { status, stdout, stderr } = runScript(script.replace('--minutes 60', '--minutes 0.03'), checkout())

    assert.equal(status, 0, `${stdout}${stderr}`)
  })

  it('ends with the exit code of the merged report', () => {
    const script = scriptOf('nightly.yml', 'The verdict of the night')

    assert.equal(runScript(script, emptyFolder(), { EXIT_CODE: '3' }).status, 3)
    assert.equal(runScript(script, emptyFolder(), { EXIT_CODE: '0' }).status, 0)
  })
})

describe('the build of the site', () => {
  it('builds the pages with the tools of its own lock', () => {
    // Documents link to any file.
    const others = [
      ...readdirSync(root),
      ...readdirSync(join(root, '.github')).map((name) => `.github/${name}`),
    ]
    const folder = checkout(...others.filter((name) => !['.git', '.github', '.github/site'].includes(name)))
    for (const name of ['build-pages.sh', 'stage-pages.mjs', 'package.json', 'package-lock.json'])
      cpSync(join(root, '.github/site', name), join(folder, '.github/site', name))
    const modules = join(folder, '.github/site/node_modules')
    program(join(modules, '.bin/vitepress'))
    mkdirSync(join(modules, '@mermaid-js/tiny/dist'), { recursive: true })
    writeFileSync(join(modules, '@mermaid-js/tiny/dist/mermaid.tiny.js'), 'x')

    const { status, stderr, calls } = callsOf(scriptOf('site.yml', 'Build the pages'), folder)

    assert.equal(status, 0, stderr)
    assert.deepEqual(calls, ['npm ci --ignore-scripts --no-audit --no-fund', 'vitepress build .'])
    for (const path of ['index.md', 'programme.md', 'public/mermaid.js'])
      assert.ok(existsSync(join(folder, '.github/site/pages', path)), path)
  })

  it('checks the links of what it built, and opens it in a browser', () => {
    const folder = checkout('.github/site/check-links.mjs')
    mkdirSync(join(folder, '.github/site/dist'), { recursive: true })
    const script = scriptOf('site.yml', 'Check every link')
    const linked = (target: string) => {
      writeFileSync(join(folder, '.github/site/dist/index.html'), `<a href="${target}">a</a>`)
      return runScript(script, folder, { SITE_BASE: '/assay/' }).status
    }
    assert.deepEqual([linked('index.html'), linked('gone.html')], [0, 1])

    const opened = callsOf(scriptOf('site.yml', 'Open it in a browser'), folder)
    assert.deepEqual([opened.status, opened.calls], [0, ['npm test -- tests/site']])
    assert.ok(existsSync(join(root, 'tests/site/site.test.ts')))
  })
})
