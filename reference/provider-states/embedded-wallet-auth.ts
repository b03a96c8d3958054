import { randomInt } from 'node:crypto'
import type { StateValues } from '../../spec/index.ts'
import type { ServerContext } from '../call.ts'
import { stored } from '../store.ts'
import { newCustomer } from './customer.ts'
import { newCredential, newEmbeddedWallet } from './embedded-wallet.ts'
import { named, oneOf, type Params } from './params.ts'
import type { SetUps } from './states.ts'

function setUpEmbeddedWallet(server: ServerContext, params: Params): StateValues['embedded-wallet'] {
  const { store } = server
  const agent = named(store.agents, params, 'agentId')
  const { currency } = stored(store.internalAccounts, agent.sourceAccountId)
  const { account, key } = newEmbeddedWallet(server, agent.customerId, currency)
  return { accountId: account.id, privateKey: key.privateKey }
}

function setUpWalletCredential(server: ServerContext, params: Params): StateValues['wallet-credential'] {
  const type = oneOf(params, 'type', ['EMAIL_OTP', 'SMS_OTP', 'PASSKEY'])
  const customer = newCustomer(server)
  const { account, key } = newEmbeddedWallet(server, customer.id, 'USD')
  const tiedTo = {
    EMAIL_OTP: `${customer.platformCustomerId}@example.com`.toLowerCase(),
    SMS_OTP: `+1555${randomInt(1_000_000, 10_000_000)}`,
    PASSKEY: Buffer.from(customer.id).toString('base64url'),
  }[type]
  return {
    accountId: account.id,
    customerId: customer.id,
    credentialId: newCredential(server, account.id, type, tiedTo),
    ...(type === 'EMAIL_OTP' && { email: tiedTo }),
    ...(type === 'SMS_OTP' && { phoneNumber: tiedTo }),
    ...(type === 'PASSKEY' && { passkeyCredentialId: tiedTo }),
    privateKey: key.privateKey,
  }
}

export const embeddedWalletAuthStates = {
  'embedded-wallet': setUpEmbeddedWallet,
  'wallet-credential': setUpWalletCredential,
} satisfies Partial<SetUps>
