/** The export of an embedded wallet, signed in a second step (contract: Authentication, embedded wallet signed actions). */
import { check, expect } from '../../fixtures/index.ts'
import { ASKING, askedIn, outcomeOf } from '../embedded-wallet-auth/signature-asked.ts'
import { UNPARSABLE } from '../embedded-wallet-auth/unparsable.ts'
import { exportableWallet, exportRequest } from './exportable-wallet.ts'

check('INT-10', 'an export without a signature asks for one', async ({ arrange, platform, wallets }) => {
  const { agentId } = await arrange('agent', {})
  const { accountId } = await arrange('embedded-wallet', { agentId })

  const answer = await platform.internalAccounts.export(accountId, exportRequest(wallets))

  expect(ASKING).toContain(outcomeOf(answer))
})

check('INT-11', 'an export with a good signature is accepted', async (stage) => {
  const { accountId, request, key, payloadToSign, requestId } = await exportableWallet(stage)

  const answer = await stage.platform.internalAccounts.export(accountId, request, {
    signature: key.sign(payloadToSign),
    requestId,
  })

  expect(answer).toSucceed()
  expect(askedIn(answer), 'a signature is asked for once').toBeUndefined()
})

check('INT-12', 'a signed retry needs its Request-Id', async (stage) => {
  const { accountId, request, key, payloadToSign } = await exportableWallet(stage)

  const answer = await stage.platform.internalAccounts.export(accountId, request, {
    signature: key.sign(payloadToSign),
  })

  expect(answer).toHaveStatus(401)
  expect(answer).toHaveCode('REQUEST_ID_MISSING')
})

for (const { title, signature, codes } of UNPARSABLE) {
  check('INT-13', `${title} as a signature exports nothing`, async (stage) => {
    const { accountId, request, requestId } = await exportableWallet(stage)

    const answer = await stage.platform.internalAccounts.export(accountId, request, { signature, requestId })

    expect(answer).toHaveStatus(401)
    expect(answer).toHaveCode(...codes)
  })
}

check('INT-14', 'a signature over another payload exports nothing', async (stage) => {
  const { accountId, request, key, payloadToSign, requestId } = await exportableWallet(stage)

  const answer = await stage.platform.internalAccounts.export(accountId, request, {
    signature: key.sign(`${payloadToSign} `),
    requestId,
  })

  expect(answer).toHaveStatus(401)
  expect(answer).toHaveCode('WALLET_SIGNATURE_BODY_MISMATCH', 'WALLET_SIGNATURE_INVALID')
})

check('INT-15', 'the signature of a key that is not registered exports nothing', async (stage) => {
  const { accountId, request, payloadToSign, requestId } = await exportableWallet(stage)

  const answer = await stage.platform.internalAccounts.export(accountId, request, {
    signature: stage.wallets.p256().sign(payloadToSign),
    requestId,
  })

  expect(answer).toHaveStatus(401)
  expect(answer).toHaveCode('WALLET_SIGNATURE_INVALID')
})

check('INT-16', 'a request identifier alone exports nothing', async (stage) => {
  const { accountId, request, requestId } = await exportableWallet(stage)

  const answer = await stage.platform.internalAccounts.export(accountId, request, { requestId })

  expect(ASKING).toContain(outcomeOf(answer))
})

check('INT-17', "another account's request identifier exports nothing", async (stage) => {
  const [wallet, other] = [await exportableWallet(stage), await exportableWallet(stage)]

  const answer = await stage.platform.internalAccounts.export(wallet.accountId, wallet.request, {
    signature: wallet.key.sign(other.payloadToSign),
    requestId: other.requestId,
  })

  expect(answer).toBeError(400, 401, 404, 409)
})

/** The signature may be asked for before the account is looked up; an account may also lack a wallet. */
const NOT_EXPORTED = new RegExp(
  `^(${[...ASKING, '404 (ACCOUNT|REFERENCE)?_?NOT_FOUND', '(400|403|422) .*', '409 .*'].join('|')})$`,
)

check('INT-18', 'an unknown account is not exported', async ({ platform, random, wallets }) => {
  const answer = await platform.internalAccounts.export(
    `InternalAccount:${random.uuid()}`,
    exportRequest(wallets),
  )

  expect(outcomeOf(answer)).toMatch(NOT_EXPORTED)
})
