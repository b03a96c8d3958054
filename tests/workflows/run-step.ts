/** Runs a step of a workflow as GitHub does: its script in bash, over a checkout, with the variables of the step. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder } from '../cli/assay.ts'
import { root, workflowFiles } from './workflow-files.ts'

type Variables = Readonly<Record<string, string>>

/** The script of a step of `.github/workflows/<file>`. */
export function scriptOf(file: string, name: string): string {
  const { steps = [] } = workflowFiles.find((one) => one.file === `.github/workflows/${file}`) ?? {}
  return steps.find((step) => step.name === name)?.run ?? assert.fail(`${file} has no step ${name}`)
}

export function runScript(script: string, cwd: string, variables: Variables = {}) {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const env = { ...inherited, GITHUB_STEP_SUMMARY: join(cwd, 'summary.md'), ...variables }
  return spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd, env, encoding: 'utf8' })
}

/** A folder with the sources of a checkout, and nothing else. */
export function checkout(...names: readonly string[]): string {
  const folder = emptyFolder()
  for (const name of new Set(['cli', 'package.json', 'node_modules', ...names])) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    symlinkSync(join(root, name), join(folder, name))
  }
  return folder
}

/**
 * Runs a script with programs of the network, or that take hours, in place of the true ones: they write down their
 * arguments.
 *
 * @param fails the arguments, as a pattern of the shell, with which a program fails
 */
export function callsOf(script: string, folder: string, variables: Variables = {}, fails = '-') {
  const bin = join(folder, 'bin')
  for (const name of ['gh', 'npm', 'pipx']) program(join(bin, name), `case "$*" in ${fails}) exit 1;; esac`)
  const path = { PATH: `${bin}:${process.env.PATH}`, CALLS: join(folder, 'calls') }
  const { status, stderr } = runScript(script, folder, { ...variables, ...path })
  const calls = existsSync(path.CALLS) ? readFileSync(path.CALLS, 'utf8').split('\n').slice(0, -1) : []
  return { status, stderr, calls }
}

/** Writes a program that appends its name and arguments to the file `$CALLS`. */
export function program(path: string, more = ''): void {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, `#!/bin/sh\necho "\${0##*/} $*" >>"$CALLS"\n${more}\n`)
  chmodSync(path, 0o755)
}
