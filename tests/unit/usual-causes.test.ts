/** The usual causes of a violation, for the page. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { faults } from '../../selftest/faults/index.ts'
import { usualCausesOf as usualCausesOfViolation } from '../../reports/html/explanation-row.ts'
import { usualCauses, usualCausesOf } from '../../spec/usual-causes.ts'

describe('the usual causes of a violation', () => {
  it('are generated from the faults of the self-test', () => {
    const known = usualCausesOf(faults)
    assert.equal(usualCauses('CRD-25')[0], known['CRD-25']![0])
    assert.deepEqual(usualCauses('AGM-34', 'createAgentQuote'), [
      'pauses, resumes and deletes all agents of the customer',
    ])
    assert.deepEqual(usualCauses('toString'), [])
  })

  it('name the operation that failed, if any of them does, and no other one', () => {
    assert.deepEqual(usualCauses('SCA-46', 'enrolScaFactor'), ["accepts an agent's token for enrolScaFactor"])
    for (const title of usualCauses('SCA-46', 'startScaLogin')) assert.doesNotMatch(title, /enrolScaFactor/)
  })

  it('fit the status that was returned', () => {
    assert.deepEqual(usualCauses('OWN-07', 'verifyPlatformExternalAccountOwnership', '200'), [
      'accepts an expired signature',
    ])
  })

  it('of a rule for all operations are those of the operation that failed', () => {
    assert.deepEqual(usualCauses('CNV-30'), [])
    assert.deepEqual(usualCauses('CNV-30', 'listAgentActions'), [])
  })

  it('of a wrong status of a resource name no other status', () => {
    const seen = { at: 'status', expected: '"ACTIVE"', actual: '"VERIFIED"' }
    assert.deepEqual(
      usualCausesOfViolation('OWN-11', { ...seen, operation: 'getPlatformExternalAccount' }),
      [],
    )
    const [mistake = ''] = usualCausesOfViolation('OWN-11', { ...seen, expected: '"x"', actual: '"ACTIVE"' })
    assert.match(mistake, /ACTIVE/)
  })

  it('are few, those of fewest requirements first', () => {
    const mistakes = ['wide', 'narrow', 'narrow'].map((title) => ({
      title,
      breaks: title === 'wide' ? ['A-01', 'B-02'] : ['A-01'],
    }))
    assert.deepEqual(usualCausesOf(mistakes), { 'A-01': ['narrow', 'wide'], 'B-02': ['wide'] })
    assert.ok(Object.values(usualCausesOf(faults)).every((titles) => titles.length <= 24))
  })
})
