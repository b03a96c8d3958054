/** The steps of the registry's workflows, as GitHub would run them: in a shell, over a checkout. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { newKeyPair } from '../../certificates/keys.ts'
import { emptyFolder } from '../cli/assay.ts'
import { checkout, runScript as ran, scriptOf } from './run-step.ts'
import { root } from './workflow-files.ts'

const git = (cwd: string, ...parameters: readonly string[]) => {
  const identity = ['-c', 'user.name=x', '-c', 'user.email=x@example.com', '-c', 'init.defaultBranch=main']
  const { status, stderr, stdout } = spawnSync('git', [...identity, ...parameters], { cwd, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  return stdout
}

/** Makes a checkout of a pull request: a merge commit that adds what stands in the folder. */
function mergeIn(submission: string): void {
  git(submission, 'init', '--quiet')
  git(submission, 'commit', '--quiet', '--allow-empty', '--message', 'main')
  git(submission, 'checkout', '--quiet', '-b', 'change')
  git(submission, 'add', '--all')
  git(submission, 'commit', '--quiet', '--allow-empty', '--message', 'change')
  git(submission, 'checkout', '--quiet', 'main')
  git(submission, 'merge', '--quiet', '--no-ff', '--message', 'merge', 'change')
}

describe('registry-check', () => {
  const script = scriptOf('registry-check.yml', 'Check the submission')

  it('passes a registry without submissions, and leaves number and result for the comment', () => {
    const folder = checkout()
    mkdirSync(join(folder, 'submission/registry'), { recursive: true })
    mergeIn(join(folder, 'submission'))

    const { status, stderr } = ran(script, folder, { NUMBER: '12' })

    assert.equal(status, 0, stderr)
    assert.equal(readFileSync(join(folder, 'comment/number'), 'utf8'), '12\n')
    assert.match(
      readFileSync(join(folder, 'summary.md'), 'utf8'),
      /^```\n0 submissions, 0 rejected\.\n```\n$/,
    )
  })

  it('fails a rejected submission, and one that removes merged files', () => {
    const folder = checkout()
    const place = '2025-10-13/example-pay/1.0.0'
    mkdirSync(join(folder, 'submission/registry', place), { recursive: true })
    writeFileSync(join(folder, 'submission/registry', place, 'product.yaml'), 'name: x\n')
    writeFileSync(join(folder, 'submission/Dockerfile'), 'FROM x\n')
    writeFileSync(join(folder, 'submission/``` a'), '')
    mergeIn(join(folder, 'submission'))
    mkdirSync(join(folder, 'registry'))
    writeFileSync(
      join(folder, 'registry/index.jsonl'),
      `{"place":"2025-10-13/other-pay/1.0.0","digest":"${'a'.repeat(64)}"}\n`,
    )

    const { status, stdout } = ran(script, folder, { NUMBER: '12' })

    assert.equal(status, 1)
    assert.match(stdout, /rejected 2025-10-13\/example-pay\/1\.0\.0\n {2}signature: /)
    assert.match(stdout, /rejected Dockerfile \(unchanged\)\n {2}outside: /)
    assert.equal(readFileSync(join(folder, 'summary.md'), 'utf8').split('```').length, 3)
    assert.match(stdout, /rejected 2025-10-13\/other-pay\/1\.0\.0 \(unchanged\)\n {2}changed: /)
  })
})

describe('registry-comment', () => {
  const script = scriptOf('registry-comment.yml', 'Comment')

  function commented(head: string) {
    const folder = emptyFolder()
    mkdirSync(join(folder, 'comment'))
    writeFileSync(join(folder, 'comment/number'), '7; rm -rf x\n')
    writeFileSync(join(folder, 'comment/result.txt'), 'rejected ```\n@everyone')
    const gh = join(folder, 'gh')
    writeFileSync(
      gh,
      '#!/usr/bin/env bash\nif [ "$2" = view ]; then echo abc; else echo "$@" >said; cp "$5" posted; fi\n',
    )
    chmodSync(gh, 0o755)
    const { status, stderr } = ran(script, folder, { HEAD_SHA: head, PATH: `${folder}:${process.env.PATH}` })
    assert.equal(status, 0, stderr)
    return folder
  }

  it('posts the result as text that cannot end its block', () => {
    const folder = commented('abc')

    assert.equal(readFileSync(join(folder, 'said'), 'utf8'), 'pr comment 7 --body-file body.md\n')
    assert.equal(readFileSync(join(folder, 'posted'), 'utf8'), '```\nrejected \n@everyone\n```\n')
  })

  it('posts nothing where the pull request is another one', () => {
    assert.ok(!existsSync(join(commented('def'), 'said')))
  })
})

describe('the site', () => {
  it('has the registry', () => {
    const folder = checkout()
    mkdirSync(join(folder, 'registry'))

    const { status, stderr } = ran(scriptOf('site.yml', 'Build the registry'), folder)

    assert.equal(status, 0, stderr)
    assert.match(
      readFileSync(join(folder, '.github/site/dist/registry/index.html'), 'utf8'),
      /0 implementations/,
    )
  })

  it('has the pages of an example report, without its recording', () => {
    const folder = checkout()
    const out = join(folder, '.github/site/dist/example-report')
    const script = scriptOf('site.yml', 'Make the example report').replace('--quiet', '--quiet --only OWN-01')

    const { status, stderr } = ran(script, folder)

    assert.equal(status, 0, stderr)
    assert.ok(existsSync(join(out, 'index.html')) && !existsSync(join(out, 'exchanges.jsonl')))
  })
})

describe('registry-log', () => {
  it('signs the list with the key of the environment, and pushes the log', () => {
    const folder = checkout()
    const remote = emptyFolder()
    git(remote, 'init', '--quiet', '--bare')
    git(folder, 'init', '--quiet')
    mkdirSync(join(folder, 'registry'))
    const { privatePem } = newKeyPair()

    const logged = ran(scriptOf('registry-log.yml', 'Log and sign'), folder, {
      ASSAY_SIGNING_KEY: privatePem,
    })
    const pushed = ran(scriptOf('registry-log.yml', 'Commit the log'), folder, { REMOTE: remote })

    const gh = join(folder, 'gh')
    writeFileSync(gh, '#!/bin/sh\necho "$@" >said\n')
    chmodSync(gh, 0o755)
    const built = ran(scriptOf('registry-log.yml', 'Build the site'), folder, {
      PATH: `${folder}:${process.env.PATH}`,
    })

    assert.equal(built.status, 0, built.stderr)
    assert.equal(readFileSync(join(folder, 'said'), 'utf8'), 'workflow run site.yml --ref main\n')
    assert.match(logged.stdout, /^Logged: 0 accepted/, logged.stderr)
    assert.equal(pushed.status, 0, pushed.stderr)
    const files = git(remote, 'ls-tree', '-r', '--name-only', 'main').trim().split('\n')
    assert.deepEqual(
      files,
      ['entries.jsonl', 'key.pub.pem', 'status.json'].map((name) => `registry/log/${name}`),
    )
  })
})

describe('a checkout with converted line ends', () => {
  it('has every byte of a submission and of the log', () => {
    const folder = emptyFolder()
    git(folder, 'init', '--quiet')
    git(folder, 'config', 'core.autocrlf', 'true')
    copyFileSync(join(root, '.gitattributes'), join(folder, '.gitattributes'))
    const files = ['2025-10-13/a-b/1.0.0+2/bundle/x.jsonl', 'index.jsonl', 'log/status.json'].map((name) =>
      join(folder, 'registry', name),
    )
    for (const file of files) {
      mkdirSync(join(file, '..'), { recursive: true })
      writeFileSync(file, 'a\nb\r\n')
    }
    git(folder, 'add', '--all')
    git(folder, 'commit', '--quiet', '--message', 'x')
    rmSync(join(folder, 'registry'), { recursive: true })

    git(folder, 'checkout', '--quiet', '--', 'registry')

    for (const file of files) assert.equal(readFileSync(file, 'utf8'), 'a\nb\r\n', file)
  })
})
