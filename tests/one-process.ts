/**
 * Test files that share a process, one after another, each a suite: a hook of a file runs before, or after, the tests of
 * this file alone.
 */
import { resolve } from 'node:path'
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'

for (const file of process.argv.slice(2))
  describe(file, async () => {
    await import(pathToFileURL(resolve(file)).href)
  })
