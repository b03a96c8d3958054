/** Requesting the enablement of a stablecoin (contract: States, Stablecoin Service enablement). */
import { check, expect } from '../../fixtures/index.ts'
import { PERHAPS_BY_NOW, REQUESTED, stablecoinThatIs, tells } from './enablement.ts'

const requestable = [
  { id: 'STB-01', from: 'NOT_ENABLED' },
  { id: 'STB-02', from: 'PENDING_APPROVAL' },
] as const

for (const { id, from } of requestable) {
  check(id, `requested from ${from}, enablement is PENDING_APPROVAL`, async (stage) => {
    const { stablecoinId, shown } = await stablecoinThatIs(stage, from)

    const answer = await stage.platform.stablecoins.requestEnablement(stablecoinId)

    expect(answer).toSucceed()
    const after = await stage.poll(shown, (values) => values.some((value) => REQUESTED.includes(value)))
    expect(
      after.filter((value) => REQUESTED.includes(value)),
      'places that show it as requested',
    ).not.toHaveLength(0)
    expect(
      tells(answer, 'PENDING_APPROVAL') || after.includes('PENDING_APPROVAL'),
      'PENDING_APPROVAL is told by the answer or shown by the stablecoin',
    ).toBe(true)
  })
}

const notRequestable = [
  { id: 'STB-03', from: 'ENABLING' },
  { id: 'STB-04', from: 'ENABLED' },
  { id: 'STB-05', from: 'DISABLED' },
] as const

for (const { id, from } of notRequestable) {
  check(id, `requested from ${from}, enablement is refused`, async ({ arrange, platform }) => {
    const { stablecoinId } = await arrange('stablecoin', { enablement: from })

    const answer = await platform.stablecoins.requestEnablement(stablecoinId)

    expect(answer).toBeError(409)
    expect(answer).toHaveCode('STABLECOIN_SERVICE_ENABLEMENT_NOT_REQUESTABLE')
  })

  check('STB-06', `requested from ${from}, enablement stays as it is`, async (stage) => {
    const { stablecoinId, shown } = await stablecoinThatIs(stage, from)

    await stage.platform.stablecoins.requestEnablement(stablecoinId)

    const after = await shown()
    expect(
      after.filter((value) => PERHAPS_BY_NOW[from].includes(value)),
      `places that still show ${from}`,
    ).not.toHaveLength(0)
  })
}
