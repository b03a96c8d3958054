// The composite action: judges a deployment, and shows in the job what came of it. Ends with the exit code of the run.
// Plain JavaScript without dependencies, since it runs before there are any.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { annotations } from './annotations.mjs'

const assay = fileURLToPath(new URL('../../../cli/assay.mjs', import.meta.url))
const { env } = process

const append = (file, text) => file && appendFileSync(file, text)

/** What an input of the action holds; undefined where it was left out. */
const input = (name) => env[`ASSAY_INPUT_${name}`] || undefined

/** `true` and `false` as before, or a list. */
const allowedBlocked = (value = 'false') => (value === 'false' ? undefined : value === 'true' ? 'all' : value)

/** A yes or a no, and nothing else: a typing error must not weaken a gate. */
function said(name) {
  const value = input(name) ?? 'false'
  if (value !== 'true' && value !== 'false') {
    console.error(
      `Input ${name.toLowerCase().replaceAll('_', '-')} is ${JSON.stringify(value)}.\n  → Write true or false.`,
    )
    process.exit(2)
  }
  return value === 'true'
}

const deployment = input('DEPLOYMENT')
if (deployment === undefined) {
  console.error(
    'Input deployment is empty, so there is nothing to judge.\n  → Name the deployment file, from the root of the workspace.',
  )
  append(env.GITHUB_OUTPUT, 'exit-code=2\nverdict=\n')
  process.exit(2)
}
const out = input('OUT') ?? 'reports/latest'
const option = (flag, value) => (value === undefined ? [] : [`${flag}=${value}`])
const parameters = [
  'run',
  `--out=${resolve(out)}`,
  `--deployment=${deployment}`,
  ...(input('ONLY') ?? '').split(/[\s,]+/).flatMap((word) => (word === '' ? [] : [`--only=${word}`])),
  ...option('--baseline', input('BASELINE')),
  ...option('--shard', input('SHARD')),
  ...option('--allow-blocked', allowedBlocked(input('ALLOW_BLOCKED'))),
  ...(said('SECOND_OPINIONS') ? ['--second-opinions'] : []),
]

// What a deployment says stands in the output: none of it may be read as a command of the job.
const silence = randomUUID()
console.log(`::stop-commands::${silence}`)
const { status } = spawnSync(process.execPath, [assay, ...parameters], { stdio: 'inherit' })
console.log(`::${silence}::`)
const exitCode = status ?? 3

const report = join(out, 'conformance.json')
const conformance =
  exitCode !== 2 && existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
append(env.GITHUB_OUTPUT, `exit-code=${exitCode}\nverdict=${conformance?.verdict ?? ''}\n`)
if (conformance) {
  append(env.GITHUB_STEP_SUMMARY, readFileSync(join(out, 'summary.md'), 'utf8'))
  const text = existsSync(deployment) ? readFileSync(deployment, 'utf8') : ''
  for (const command of annotations(conformance, { path: deployment, text })) console.log(command)
}
process.exitCode = exitCode
