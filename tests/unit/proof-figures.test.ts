/** `--record` changes only the lines of new results. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { figuresText, type ProofFigures } from '../../selftest/run/figures.ts'

describe('the stored figures of the self-test', () => {
  it('keep their form when they are written again', () => {
    const text = readFileSync(new URL('../../selftest/run/figures.json', import.meta.url), 'utf8')

    assert.equal(figuresText(JSON.parse(text) as ProofFigures), text)
  })
})
