/** A file of the person is replaced whole or not at all. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { replaceFile } from '../../cli/replace-file.ts'
import { emptyFolder } from './assay.ts'

const PROGRAM = new URL('../../cli/replace-file.ts', import.meta.url).href

describe('a file that is replaced', () => {
  it('stays unchanged if the disk is full', () => {
    const folder = emptyFolder()
    const file = join(folder, 'deployment.yaml')
    writeFileSync(file, 'name: small\n')
    const script = `const { replaceFile } = await import(${JSON.stringify(PROGRAM)})
      replaceFile(process.argv[1], 'x'.repeat(100_000))`
    const limited = 'ulimit -f 8; exec "$0" --input-type=module -e "$1" "$2"'

    const { status, stderr } = spawnSync('sh', ['-c', limited, process.execPath, script, file], {
      encoding: 'utf8',
      env: { ...process.env, NODE_COMPILE_CACHE: undefined },
    })

    assert.notEqual(status, 0)
    assert.match(stderr, /EFBIG/)
    assert.equal(readFileSync(file, 'utf8'), 'name: small\n')
    assert.deepEqual(readdirSync(folder), ['deployment.yaml'])
  })

  it('stays a link where it was one', () => {
    const folder = emptyFolder()
    const [file, link] = [join(folder, 'deployment.yaml'), join(folder, 'link.yaml')]
    writeFileSync(file, 'name: small\n')
    symlinkSync(file, link)

    replaceFile(link, 'name: large\n')

    assert.equal(readFileSync(file, 'utf8'), 'name: large\n')
    assert.ok(lstatSync(link).isSymbolicLink())
  })
})
