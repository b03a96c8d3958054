/** Requesting the enablement of a stablecoin (contract: States, Stablecoin Service enablement). */
import { check, expect, retryUntilFound, type CheckContext } from '../../fixtures/index.ts'
import { inShort, isAccepted } from '../expectations.ts'
import { requireVisibleRequest, arrangeStablecoin } from './enablement.ts'
import { expectNotRequestable, PERHAPS_BY_NOW, REQUESTED } from './expectations.ts'

const requestable = [
  { id: 'STB-01', from: 'NOT_ENABLED' },
  { id: 'STB-02', from: 'PENDING_APPROVAL' },
] as const

for (const { id, from } of requestable) {
  check(id, `requested from ${from}, enablement is PENDING_APPROVAL`, async (context) => {
    const { stablecoinId, shown } = await arrangeStablecoin(context, from)

    const response = await requestEnablement(context, stablecoinId)

    expect(response).toSucceed()
    // An operator who decides at once may have changed the state before it is read.
    const after = await context.poll(shown, (values) => values.some((value) => REQUESTED.includes(value)))
    expect(
      after.filter((value) => REQUESTED.includes(value)),
      'places that show it as requested',
    ).not.toHaveLength(0)
  })
}

check(
  'STB-02',
  'requested twice from PENDING_APPROVAL, enablement stays PENDING_APPROVAL',
  async (context) => {
    const { stablecoinId, shown } = await arrangeStablecoin(context, 'PENDING_APPROVAL')
    await requestEnablement(context, stablecoinId)
    await requestEnablement(context, stablecoinId)

    const again = await requestEnablement(context, stablecoinId)

    // An operator who decides at once may have changed the state before the last request.
    const isDecided = !(await shown()).includes('PENDING_APPROVAL')
    expect(isDecided || isAccepted(again), 'whether the last request succeeds while it is pending').toBe(true)
  },
)

const notRequestable = [
  { id: 'STB-03', from: 'ENABLING' },
  { id: 'STB-04', from: 'ENABLED' },
  { id: 'STB-05', from: 'DISABLED' },
] as const

for (const { id, from } of notRequestable) {
  check(id, `requested from ${from}, enablement is rejected`, async (context) => {
    const { stablecoinId } = await context.arrange('stablecoin', { enablement: from })

    const response = await requestEnablement(context, stablecoinId)

    expectNotRequestable(response)
  })

  check('STB-06', `requested from ${from}, enablement stays unchanged`, async (context) => {
    const { stablecoinId, shown } = await arrangeStablecoin(context, from)

    await requestEnablement(context, stablecoinId)
    await requestEnablement(context, stablecoinId)

    const after = await shown()
    expect(
      after.filter((value) => PERHAPS_BY_NOW[from].includes(value)),
      `places that still show ${from}`,
    ).not.toHaveLength(0)
  })
}

check('STB-42', 'two concurrent requests for enablement both succeed', async (context) => {
  const { stablecoinId, shown } = await arrangeStablecoin(context, 'NOT_ENABLED')
  const enable = () => requestEnablement(context, stablecoinId)

  const responses = await context.concurrently(enable, enable)

  const after = await context.poll(shown, (values) => values.some((value) => REQUESTED.includes(value)))
  expect(after, 'enablement').not.toContain('NOT_ENABLED')
  // An operator who decides at once may have changed the state before the second request.
  expect(responses.filter(isAccepted), 'requests that succeeded').not.toHaveLength(0)
  const rejections = responses.filter(
    (response) => !isAccepted(response) && after.includes('PENDING_APPROVAL'),
  )
  expect(
    rejections.map(inShort).filter((rejection) => rejection !== '409 CONFLICT'),
    'rejections while it is PENDING_APPROVAL',
  ).toEqual([])
})

check('STB-43', 'a request for enablement leaves other stablecoins unchanged', async (context) => {
  const before = await arrangeStablecoin(context, 'NOT_ENABLED')
  const { stablecoinId, shown } = await arrangeStablecoin(context, 'NOT_ENABLED')
  const after = await arrangeStablecoin(context, 'NOT_ENABLED')

  const response = await requestEnablement(context, stablecoinId)

  expect(response).toSucceed()
  await requireVisibleRequest(context, shown)
  expect(await before.shown(), 'enablement of the stablecoin registered before').toContain('NOT_ENABLED')
  expect(await after.shown(), 'enablement of the stablecoin registered after').toContain('NOT_ENABLED')
})

/** Requests the enablement of a stablecoin that was just created. */
const requestEnablement = (context: CheckContext, stablecoinId: string) =>
  retryUntilFound(context, () => context.platform.stablecoins.requestEnablement(stablecoinId))
