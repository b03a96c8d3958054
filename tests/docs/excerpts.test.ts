/** The excerpts in docs/add-a-requirement.md equal the sources. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { blocksOf, documentOf, root } from './documents.ts'

const withoutSpace = (text: string) => text.replace(/\s+/g, '')

const excerpts = blocksOf(documentOf('docs/add-a-requirement.md')).flatMap(({ code }) => {
  const [, file, excerpt] = /^(?:\/\/|#) (\S+)\n([\s\S]*)$/.exec(code) ?? []
  return file === undefined || excerpt === undefined ? [] : [{ file, excerpt }]
})

describe('the excerpts of docs/add-a-requirement.md', () => {
  it('are seen at all', () => {
    assert.ok(excerpts.length >= 4)
  })

  for (const { file, excerpt } of excerpts) {
    it(`are in ${file}`, () => {
      assert.ok(withoutSpace(readFileSync(join(root, file), 'utf8')).includes(withoutSpace(excerpt)), excerpt)
    })
  }
})
