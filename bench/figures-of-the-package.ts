import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('./..', import.meta.url))
const KIB = 1024

interface Packed {
  readonly size: number
  readonly unpackedSize: number
}

/** The installed size: the package, its dependencies, and the code that judges responses. */
export function figuresOfThePackage(): Readonly<Record<string, number>> {
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--dry-run', '--json', '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) throw new Error(`npm pack ended with ${status}: ${stderr}`)
  // The build may print text before the JSON.
  const [{ size, unpackedSize }] = JSON.parse(stdout.slice(stdout.search(/^\[/m))) as [Packed]
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>
  }
  const needed = Object.entries(packages).filter(([path, { dev = false }]) => path !== '' && !dev)
  return {
    'package, KiB packed': Math.ceil(size / KIB),
    'package, KiB unpacked': Math.ceil(unpackedSize / KIB),
    'packages that it needs': needed.length,
    'validators.cjs, KiB': Math.ceil(statSync(join(root, 'spec/generated/validators.cjs')).size / KIB),
  }
}
