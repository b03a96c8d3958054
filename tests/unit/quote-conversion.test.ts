import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { conversionProblems } from '../../spec/invariants/quote-conversion.ts'

const currencies = (sending: number, receiving: number) => ({
  sendingCurrency: { decimals: sending },
  receivingCurrency: { decimals: receiving },
})
/** 100000 less 500 at 1.25 is 79600. */
const quote = {
  totalSendingAmount: 100_000,
  feesIncluded: 500,
  exchangeRate: 1.25,
  totalReceivingAmount: 79_600,
  ...currencies(2, 2),
}

describe('conversionProblems', () => {
  const conforming: Readonly<Record<string, object>> = {
    'an exact quote': {},
    'one smallest unit more received': { totalReceivingAmount: 79_601 },
    'one smallest unit less received': { totalReceivingAmount: 79_599 },
    'no fees': { feesIncluded: 0, totalReceivingAmount: 80_000 },
    'fees left out': { feesIncluded: undefined },
    'a rate in whole units, of a currency without decimals': {
      exchangeRate: 0.0125,
      totalReceivingAmount: 79_600,
      ...currencies(2, 0),
    },
    'a rate in smallest units, of a currency without decimals': { ...currencies(2, 0) },
    'a rate in whole units, without currencies': {
      exchangeRate: 67_250,
      totalReceivingAmount: 1_479_554,
      sendingCurrency: undefined,
      receivingCurrency: undefined,
    },
    'a rate of four digits': { exchangeRate: 1.257, totalReceivingAmount: 79_140 },
    'a sending unit worth many receiving units, rounded by one': {
      totalSendingAmount: 10_001,
      feesIncluded: 0,
      exchangeRate: 0.004,
      totalReceivingAmount: 2_500_000,
    },
  }
  for (const [title, changes] of Object.entries(conforming)) {
    it(`finds nothing wrong with ${title}`, () => {
      assert.deepEqual(conversionProblems({ ...quote, ...changes }), [])
    })
  }

  const broken: Readonly<Record<string, object>> = {
    'fees that were not deducted': { totalReceivingAmount: 80_000 },
    'fees deducted twice': { totalReceivingAmount: 79_200 },
    'a rate upside down': { exchangeRate: 0.8 },
    'more received than sent without fees': { feesIncluded: undefined, totalReceivingAmount: 80_200 },
    'fees beyond the total': { feesIncluded: 100_001 },
    'an exact rate, and three smallest units too many': {
      exchangeRate: 1.2500001,
      totalReceivingAmount: 79_603,
    },
    'a rate of zero': { exchangeRate: 0 },
    'a rate in quotes': { exchangeRate: '1.25' },
    'no totals': { totalSendingAmount: undefined },
  }
  for (const [title, changes] of Object.entries(broken)) {
    it(`finds ${title}`, () => {
      assert.equal(conversionProblems({ ...quote, ...changes }).length, 1)
    })
  }

  it('finds no quote at all', () => {
    assert.equal(conversionProblems(undefined).length, 1)
  })
})
