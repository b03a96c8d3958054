/** Look receivers up (contract: Endpoints 3, lookupId and sender information; Errors). */
import { check, expect } from '../../fixtures/index.ts'
import { ASKED, externalAccountReceiver, listedFields, lookupIdIn, umaReceiver } from './receivers.ts'
import { REJECTED } from '../rejections.ts'

const kinds = [
  { of: 'a UMA address', newReceiver: umaReceiver, looked: 'LKP-01', lists: 'LKP-03' },
  { of: 'an external account', newReceiver: externalAccountReceiver, looked: 'LKP-02', lists: 'LKP-04' },
] as const

for (const { of, newReceiver, looked, lists } of kinds) {
  check(looked, `the receiver of ${of} is looked up`, async (stage) => {
    const { look } = await newReceiver(stage)

    const answer = await look()

    expect(answer).toHaveStatus(200)
    expect(lookupIdIn(answer)).toEqual(expect.any(String))
  })

  check(lists, `the lookup of ${of} lists what the receiver asks for`, async (stage) => {
    const { look } = await newReceiver(stage, ASKED)

    const answer = await look()

    expect(answer).toHaveStatus(200)
    expect(listedFields(answer)).toEqual(expect.arrayContaining([...ASKED]))
  })
}

check('LKP-05', 'a UMA address of nobody is not found', async ({ arrange, platform }) => {
  const { umaAddress } = await arrange('uma-receiver', { exists: false })

  const answer = await platform.transfers.umaReceiver(umaAddress)

  expect(answer).toHaveStatus(404)
  expect(answer).toHaveCode('UMA_NOT_FOUND', 'NOT_FOUND')
})

for (const address of ['not-an-address', '$nobody', '$@']) {
  check('LKP-06', `${address} is refused`, async (stage) => {
    const { look } = await umaReceiver(stage)
    const known = await look()

    const answer = await stage.platform.transfers.umaReceiver(address)

    expect(known).toHaveStatus(200)
    expect(answer).toBeError(...REJECTED)
  })
}

check('LKP-07', 'an external account that does not exist is not looked up', async ({ platform, random }) => {
  const answer = await platform.transfers.externalAccountReceiver(`ExternalAccount:${random.uuid()}`)

  expect(answer).toBeError(...REJECTED)
})
