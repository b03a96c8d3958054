/**
 * Test files that share a process, one after another, each a suite: a hook of a file runs before, or after, the tests of
 * this file alone.
 */
import { resolve } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'

declare global {
  /** See stop-promise-hook.cjs, which is preloaded. */
  var stopFollowingPromises: (() => void) | undefined
}

/** A failed test leaves its server open, which would keep this process, and so `npm test`, alive for ever. */
const LEFT_OPEN_MS = 5_000
after(() => void setTimeout(() => process.exit(), LEFT_OPEN_MS).unref())

const loading: Promise<unknown>[] = []
for (const file of process.argv.slice(2))
  describe(file, () => {
    const loaded = import(pathToFileURL(resolve(file)).href)
    loading.push(loaded)
    return loaded
  })
await Promise.allSettled(loading)
globalThis.stopFollowingPromises?.()
