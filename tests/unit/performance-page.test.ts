/** docs/performance.md marks each figure that exceeds its target. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { targetCell } from '../../docs/generate/performance-page.ts'

describe('the target of a figure', () => {
  it('is marked if it is exceeded', () => {
    assert.equal(
      targetCell({ of: 'requests', value: '6083', target: 'at most 4,500' }),
      'at most 4,500, _missed_',
    )
    assert.equal(
      targetCell({ of: 'ratio', value: '1.72 ×', target: 'at most 0.75 ×' }),
      'at most 0.75 ×, _missed_',
    )
  })

  it('is not marked if it is kept, or if there is none', () => {
    assert.equal(targetCell({ of: 'memory', value: '400 MB', target: 'at most 400 MB' }), 'at most 400 MB')
    assert.equal(targetCell({ of: 'rate', value: '80,560 a second' }), '')
  })
})
