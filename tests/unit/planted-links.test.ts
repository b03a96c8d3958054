/** A link that somebody planted beside a file that is to be written: what it leads to stays as it is. */
import assert from 'node:assert/strict'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { history } from '../../cli/history.ts'
import { replaceFile } from '../../cli/replace-file.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'
import { writeWhole } from '../../spec/write-whole.ts'

/** A folder with links of these names to a file elsewhere. */
function withLinks(...names: readonly string[]) {
  const folder = temporaryFolder('planted-links')
  const target = join(temporaryFolder('planted-links-target'), 'precious')
  writeFileSync(target, 'as it was')
  for (const name of names) symlinkSync(target, join(folder, name))
  return { folder, isUnchanged: () => readFileSync(target, 'utf8') === 'as it was' }
}

describe('a planted link', () => {
  it('leads no file that is written at once elsewhere', () => {
    const { folder, isUnchanged } = withLinks('page', 'page.part')
    writeWhole(join(folder, 'page'), 'new')

    assert.equal(readFileSync(join(folder, 'page'), 'utf8'), 'new')
    assert.ok(isUnchanged())
  })

  it('leads no history elsewhere', () => {
    const { folder, isUnchanged } = withLinks('index.html', 'index.html.part')
    history({ directory: folder, add: [] })

    assert.match(readFileSync(join(folder, 'index.html'), 'utf8'), /^<!doctype html>/)
    assert.ok(isUnchanged())
  })

  it('leads no replaced file elsewhere', () => {
    const { folder, isUnchanged } = withLinks('file.part')
    writeFileSync(join(folder, 'file'), 'old')
    replaceFile(join(folder, 'file'), 'new')

    assert.equal(readFileSync(join(folder, 'file'), 'utf8'), 'new')
    assert.ok(isUnchanged())
  })
})
