/** The steps of the release, as GitHub would run them; tests/package packs. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { emptyFolder } from '../cli/assay.ts'
import { callsOf, runScript, scriptOf as scriptOfWorkflow } from './run-step.ts'
import { root, workflowFiles } from './workflow-files.ts'

const release = workflowFiles.find(({ file }) => file === '.github/workflows/release.yml')!
const scriptOf = (name: string) => scriptOfWorkflow('release.yml', name)

/** The programs that a script calls, with a package in `release/`. */
function called(script: string, variables: Readonly<Record<string, string>>, fails?: string) {
  const folder = emptyFolder()
  mkdirSync(join(folder, 'release'))
  writeFileSync(join(folder, 'release/assay-conformance-0.1.0.tgz'), '')
  const { status, stderr, calls } = callsOf(script, folder, variables, fails)
  assert.equal(status, 0, stderr)
  return calls.map((call) => `${call}\n`).join('')
}

describe('the release', () => {
  it('needs the tag of the version, and a date in CHANGELOG.md', () => {
    const folder = emptyFolder()
    const script = scriptOf('The tag is that of the version, and CHANGELOG.md has it').replace(
      '.github',
      join(root, '.github'),
    )
    const check = (tag: string, heading: string) => {
      writeFileSync(join(folder, 'package.json'), '{ "version": "0.1.0" }')
      writeFileSync(join(folder, 'CHANGELOG.md'), `# Changelog\n\n${heading}\n`)
      return runScript(script, folder, { TAG: tag })
    }

    assert.equal(check('v0.1.0', '## [0.1.0] - 2026-12-01').status, 0)
    assert.match(check('v0.1.1', '## [0.1.0] - 2026-12-01').stdout, /The tag is v0\.1\.1, and package\.json/)
    assert.match(check('v0.1.0', '## [0.1.0] - Unreleased').stdout, /has no heading/)
  })

  it('publishes a package that is not private', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly private?: boolean
    }

    assert.equal(manifest.private, undefined)
  })

  it('publishes with provenance, without running a script', () => {
    assert.equal(
      called(scriptOf('Publish'), {}),
      'npm publish ./release/assay-conformance-0.1.0.tgz --ignore-scripts --provenance --access public\n',
    )
  })

  it('moves the tag of the major version, or creates it', () => {
    const name = 'Move the tag of the major version, which users of the action name'
    const variables = { TAG: 'v0.2.1', SHA: 'abc', REPOSITORY: 'owner/assay' }
    const moves =
      'gh api --method PATCH repos/owner/assay/git/refs/tags/v0 --field sha=abc --field force=true\n'

    assert.equal(called(scriptOf(name), variables), moves)
    assert.equal(
      called(scriptOf(name), variables, '*PATCH*'),
      `${moves}gh api --method POST repos/owner/assay/git/refs --field ref=refs/tags/v0 --field sha=abc\n`,
    )
  })

  it('creates the release with the package and its bill of materials', () => {
    assert.match(
      called(scriptOf('Create the release'), { TAG: 'v0.1.0' }),
      /^gh release create v0\.1\.0 release\/assay-conformance-0\.1\.0\.tgz release\/sbom\.cdx\.json --verify-tag/,
    )
  })

  it('grants the right to publish to one job, which checks nothing out', () => {
    const jobs = release.text.split(/^ {2}(?=\w+:\n)/m)
    const publishing = jobs.filter((job) => job.includes('id-token: write'))

    assert.deepEqual(
      publishing.map((job) => job.split(':')[0]),
      ['publish'],
    )
    assert.doesNotMatch(publishing[0]!, /actions\/checkout|npm ci|npm install/)
  })
})
