// Run by npm after an install: generates what is made from spec/, and puts the command where `npx assay` looks first.
// npx also runs it for a clone without dependencies, on its way to the command, which installs them: nothing to do then.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const node24 = join(root, 'node_modules/.bin/node')

if (existsSync(node24)) {
  const command = join(root, 'node_modules/.bin/assay')
  rmSync(command, { force: true })
  symlinkSync('../../cli/assay.mjs', command)
  process.exitCode = spawnSync(node24, [join(root, 'spec/generate.ts')], { stdio: 'inherit' }).status ?? 1
}
