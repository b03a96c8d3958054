/** The export of an embedded wallet, signed in a second step (contract: Authentication, embedded wallet signed actions). */
import { check, expect } from '../../fixtures/index.ts'
import {
  SIGNATURE_OUTCOMES,
  signatureRequestIn,
  outcomeOf,
} from '../embedded-wallet-auth/signature-request.ts'
import { UNPARSABLE } from '../embedded-wallet-auth/unparsable.ts'
import { REJECTED_OR_UNAUTHORIZED } from '../rejections.ts'
import { arrangeExportableWallet, exportRequest } from './exportable-wallet.ts'

check('INT-10', 'an export without a signature requests one', async ({ arrange, platform, wallets }) => {
  const { agentId } = await arrange('agent', {})
  const { accountId } = await arrange('embedded-wallet', { agentId })

  const response = await platform.internalAccounts.export(accountId, exportRequest(wallets))

  expect(SIGNATURE_OUTCOMES).toContain(outcomeOf(response))
})

check('INT-11', 'an export with a valid signature is accepted', async (context) => {
  const { accountId, request, key, payloadToSign, requestId } = await arrangeExportableWallet(context)

  const response = await context.platform.internalAccounts.export(accountId, request, {
    signature: key.sign(payloadToSign),
    requestId,
  })

  expect(response).toSucceed()
  expect(signatureRequestIn(response), 'a signature is asked for once').toBeUndefined()
})

check('INT-12', 'a signed retry needs its Request-Id', async (context) => {
  const { accountId, request, key, payloadToSign } = await arrangeExportableWallet(context)

  const response = await context.platform.internalAccounts.export(accountId, request, {
    signature: key.sign(payloadToSign),
  })

  expect(response).toHaveStatus(401)
  expect(response).toHaveCode('REQUEST_ID_MISSING')
})

for (const { title, signature, codes } of UNPARSABLE) {
  check('INT-13', `${title} as a signature exports nothing`, async (context) => {
    const { accountId, request, requestId } = await arrangeExportableWallet(context)

    const response = await context.platform.internalAccounts.export(accountId, request, {
      signature,
      requestId,
    })

    expect(response).toHaveStatus(401)
    expect(response).toHaveCode(...codes)
  })
}

check('INT-14', 'a signature over another payload exports nothing', async (context) => {
  const { accountId, request, key, payloadToSign, requestId } = await arrangeExportableWallet(context)

  const response = await context.platform.internalAccounts.export(accountId, request, {
    signature: key.sign(`${payloadToSign} `),
    requestId,
  })

  expect(response).toHaveStatus(401)
  expect(response).toHaveCode('WALLET_SIGNATURE_BODY_MISMATCH', 'WALLET_SIGNATURE_INVALID')
})

check(
  'INT-22',
  'a signed export for another key than that of its first step is rejected',
  async (context) => {
    const { accountId, key, payloadToSign, requestId } = await arrangeExportableWallet(context)
    const changed = exportRequest(context.wallets)

    const response = await context.platform.internalAccounts.export(accountId, changed, {
      signature: key.sign(payloadToSign),
      requestId,
    })

    expect(response).toBeError(...REJECTED_OR_UNAUTHORIZED)
  },
)

check('INT-15', 'the signature of an unregistered key exports nothing', async (context) => {
  const { accountId, request, payloadToSign, requestId } = await arrangeExportableWallet(context)

  const response = await context.platform.internalAccounts.export(accountId, request, {
    signature: context.wallets.p256().sign(payloadToSign),
    requestId,
  })

  expect(response).toHaveStatus(401)
  expect(response).toHaveCode('WALLET_SIGNATURE_INVALID')
})

check(
  'INT-21',
  'the signature of a key that is registered on another wallet exports nothing',
  async (context) => {
    const [wallet, other] = [await arrangeExportableWallet(context), await arrangeExportableWallet(context)]
    const { accountId, request, payloadToSign, requestId } = wallet

    const response = await context.platform.internalAccounts.export(accountId, request, {
      signature: other.key.sign(payloadToSign),
      requestId,
    })

    expect(response).toHaveStatus(401)
    expect(response).toHaveCode('WALLET_SIGNATURE_INVALID')
  },
)

check('INT-16', 'a request identifier alone exports nothing', async (context) => {
  const { accountId, request, requestId } = await arrangeExportableWallet(context)

  const response = await context.platform.internalAccounts.export(accountId, request, { requestId })

  expect(SIGNATURE_OUTCOMES).toContain(outcomeOf(response))
})

check('INT-17', "another account's request identifier exports nothing", async (context) => {
  const [wallet, other] = [await arrangeExportableWallet(context), await arrangeExportableWallet(context)]

  const response = await context.platform.internalAccounts.export(wallet.accountId, other.request, {
    signature: wallet.key.sign(other.payloadToSign),
    requestId: other.requestId,
  })

  expect(response).toBeError(400, 401, 404, 409)
})

/** The signature may be required before the account is looked up; an account may also lack a wallet. */
const NOT_EXPORTED = new RegExp(
  `^(${[...SIGNATURE_OUTCOMES, '404 (ACCOUNT|REFERENCE)?_?NOT_FOUND', '(400|403|422) .*', '409 .*'].join('|')})$`,
)

check('INT-18', 'an unknown account is not exported', async ({ platform, random, wallets }) => {
  const response = await platform.internalAccounts.export(
    `InternalAccount:${random.uuid()}`,
    exportRequest(wallets),
  )

  expect(outcomeOf(response)).toMatch(NOT_EXPORTED)
})
