import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { allowedBlocked } from '../../cli/allowed-blocked.ts'
import { capabilities, requirements } from '../../spec/index.ts'

describe('--allow-blocked', () => {
  it('allows nothing if it is missing, and everything without a value', () => {
    assert.equal(allowedBlocked(undefined), undefined)
    assert.deepEqual(allowedBlocked(true), ['all'])
    assert.deepEqual(allowedBlocked('OWN-07,all'), ['all'])
  })

  it('allows requirements, areas and capabilities', () => {
    const [capability] = capabilities
    const cards = requirements.filter(({ area }) => area === 'cards').map(({ id }) => id)

    assert.deepEqual(allowedBlocked(`OWN-07, cards, ${capability!.id}`), [
      ...new Set(['OWN-07', ...cards, ...capability!.requirements]),
    ])
  })

  it('rejects a word that names nothing, with the nearest one', () => {
    assert.throws(() => allowedBlocked('crads'), /--allow-blocked: crads is neither.*/)
    assert.throws(
      () => allowedBlocked('livenes'),
      /neither an area, a requirement nor a capability[^]*liveness\?/,
    )
    assert.throws(() => allowedBlocked(' , '), /the list is empty/)
  })
})
