/** The walk over an agent's actions ends, whatever a deployment does with the cursors. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Agent } from '../../fixtures/clients/agent.ts'
import { walkActions } from '../../fixtures/page-walk.ts'

/** Returns these ids page by page, the last page again and again. */
function listing(...pages: readonly (readonly string[])[]) {
  const cursors: (string | undefined)[] = []
  const agent = {
    actions: ({ cursor }: { readonly cursor?: string }) => {
      cursors.push(cursor)
      const data = pages[Math.min(cursors.length, pages.length) - 1]!.map((id) => ({ id }))
      return Promise.resolve({ body: { data, hasMore: true, nextCursor: `c${cursors.length}` }, text: '' })
    },
  }
  return { agent: agent as unknown as Agent, cursors }
}

describe('a walk over actions', () => {
  it('ends after three pages in a row without a new item', async () => {
    const { agent, cursors } = listing(['a', 'b'], ['b', 'c'], ['a', 'b'])

    const { items, ended } = await walkActions(agent)

    assert.equal(ended, false)
    assert.equal(items.length, 10)
    assert.deepEqual(cursors, [undefined, 'c1', 'c2', 'c3', 'c4'])
  })

  it('goes on after empty pages', async () => {
    const { agent, cursors } = listing(['a'], [], [], [], [], ['b'])

    await walkActions(agent, {}, 6)

    assert.equal(cursors.length, 6)
  })
})
