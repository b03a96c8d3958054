/** The Dockerfile, tested without a build: its copied files exist, and it runs as an unprivileged user. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const lines = (file: string) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

const instructions = lines('Dockerfile')
const ignored = lines('.dockerignore')

/** Made while the image is built. */
const MADE = ['dist', 'node_modules']

/** Paths of this repository that are copied, from the build context or from the stage that has all of it. */
const copied = instructions
  .filter((line) => line.startsWith('COPY '))
  .flatMap((line) => {
    const words = line.split(/\s+/).slice(1)
    const sources = words.filter((word) => !word.startsWith('--')).slice(0, -1)
    return sources.map((source) => source.replace(/^\/(?:src|assay)\//, ''))
  })

describe('the Dockerfile', () => {
  it('copies existing files, and none that the build excludes', () => {
    assert.ok(copied.length > 5)
    assert.deepEqual(
      copied.filter((path) => !MADE.includes(path) && !existsSync(join(root, path))),
      [],
    )
    assert.deepEqual(
      copied.filter((path) => !MADE.includes(path) && ignored.includes(path)),
      [],
    )
    const program = instructions
      .find((line) => line.startsWith('RUN npm ci --ignore'))
      ?.match(/node (\S+\.ts)/)?.[1]
    assert.ok(program !== undefined && existsSync(join(root, program)), program)
  })

  it('keeps secrets and generated files out of the build', () => {
    for (const path of ['.env', '.git', 'node_modules', 'dist']) assert.ok(ignored.includes(path), path)
  })

  it('has the entry point of the package, and does not run as root', () => {
    const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly bin: { readonly assay: string }
    }
    const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')))

    assert.ok(last.includes(`ENTRYPOINT ["node", "/assay/${bin.assay}"]`))
    assert.ok(last.includes('USER node'))
    assert.ok(last.indexOf('USER node') > last.findIndex((line) => line.startsWith('RUN ')))
  })
})
