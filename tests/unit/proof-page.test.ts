/** docs/proof.md counts only what a recorded self-test has shown. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { proofPage } from '../../docs/generate/proof-page.ts'
import type { RequirementId } from '../../spec/index.ts'
import { areas, requirements } from '../../spec/index.ts'

/** The page for one fault that was recorded as caught by DOC-11. */
const pageFor = (breaks: readonly RequirementId[]) =>
  proofPage({
    areas,
    requirements: requirements.filter(({ id }) => ['DOC-10', 'DOC-11'].includes(id)),
    faults: [{ id: 'document-not-deleted', breaks }],
    figures: {
      schemaVersion: 1,
      faults: { 'document-not-deleted': ['caught', 'DOC-11'] },
      variants: {},
      mutants: { mutants: 0, killed: 0, open: 0, unexplained: [], shown: {} },
    },
    reasons: [],
    shells: [],
    reviewed: [],
  })

describe('docs/proof.md', () => {
  it('counts a fault that still names the requirements of its record', () => {
    const page = pageFor(['DOC-11'])

    assert.match(page, /\| 1 of 1 were caught \|/)
    assert.match(page, /^1 of the 2 judged requirements were seen to fail\.$/m)
  })

  it('does not count a fault that names other requirements than at its record', () => {
    const page = pageFor(['DOC-11', 'DOC-10'])

    assert.match(page, /\| 0 of 0 were caught; 1 new or changed one is not judged yet \|/)
    assert.match(page, /^0 of the 2 judged requirements were seen to fail\.$/m)
  })
})
