/** Look receivers up (contract: Endpoints 3, lookupId and sender information; Errors). */
import { check, expect } from '../../fixtures/index.ts'
import {
  REQUIRED_FIELDS,
  externalAccountReceiver,
  listedFields,
  lookupIdIn,
  umaReceiver,
} from './receivers.ts'
import { REJECTED } from '../rejections.ts'

const kinds = [
  { of: 'a UMA address', newReceiver: umaReceiver, looked: 'LKP-01', lists: 'LKP-03' },
  { of: 'an external account', newReceiver: externalAccountReceiver, looked: 'LKP-02', lists: 'LKP-04' },
] as const

for (const { of, newReceiver, looked, lists } of kinds) {
  check(looked, `the receiver of ${of} is looked up`, async (context) => {
    const { look } = await newReceiver(context)

    const response = await look()

    expect(response).toHaveStatus(200)
    expect(lookupIdIn(response)).toEqual(expect.any(String))
  })

  check(lists, `the lookup of ${of} lists the fields that the receiver requires`, async (context) => {
    const { look } = await newReceiver(context, REQUIRED_FIELDS)

    const response = await look()

    expect(response).toHaveStatus(200)
    expect(listedFields(response)).toEqual(expect.arrayContaining([...REQUIRED_FIELDS]))
  })
}

check('LKP-05', 'a UMA address that does not exist is not found', async ({ arrange, platform }) => {
  const { umaAddress } = await arrange('uma-receiver', { exists: false })

  const response = await platform.transfers.umaReceiver(umaAddress)

  expect(response).toHaveStatus(404)
  expect(response).toHaveCode('UMA_NOT_FOUND', 'NOT_FOUND')
})

for (const address of ['not-an-address', '$nobody', '$@']) {
  check('LKP-06', `the lookup of the UMA address ${address} is rejected`, async (context) => {
    const { look } = await umaReceiver(context)
    const known = await look()

    const response = await context.platform.transfers.umaReceiver(address)

    expect(known).toHaveStatus(200)
    expect(response).toBeError(...REJECTED)
  })
}

check('LKP-07', 'an external account that does not exist is not looked up', async ({ platform, random }) => {
  const response = await platform.transfers.externalAccountReceiver(`ExternalAccount:${random.uuid()}`)

  expect(response).toBeError(...REJECTED)
})
