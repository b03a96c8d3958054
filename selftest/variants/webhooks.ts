import type { ExternalAccount } from '../../reference/resources/payments.ts'
import type { Variant } from './variant.ts'

/** Contract: Events; of a delivery nothing is shown but its kind and what it is for. */
export const webhooksVariations: readonly Variant[] = [
  {
    id: 'deliveries-unsigned',
    title: 'signs no delivery',
    point: 'signature of a delivery',
    reading: 'Name and algorithm are not shown, nor that there is one.',
    replace: () => ({ webhookPublicKey: () => undefined, webhookSignature: () => undefined }),
  },
  {
    id: 'deliveries-signed-in-hex',
    title: 'writes the signature of a delivery in hex',
    point: 'signature of a delivery',
    reading: 'Name and algorithm are not shown.',
    replace: (rules) => ({
      webhookSignature: (...of) => Buffer.from(rules.webhookSignature(...of) ?? '', 'base64').toString('hex'),
    }),
  },
  {
    id: 'deliveries-repeated',
    title: 'delivers every event three times',
    point: 'rules of delivery',
    reading: 'At least once.',
    replace: () => ({ webhookCopies: () => 3 }),
  },
  {
    id: 'payload-in-words-of-its-own',
    title: 'tells the outcome in words of its own, and the account’s id without its status',
    point: 'payload of an event',
    reading: 'It is not shown.',
    replace: () => ({
      statusEventData: (account) => ({ account: account.id, check: outcomeOf(account) }),
      webhookBody: ({ type, timestamp, data }) =>
        JSON.stringify({ event: type, sentAt: timestamp, payload: [data] }),
    }),
  },
  {
    id: 'payload-names-the-account',
    title: 'delivers which account has a new status, which is then polled',
    point: 'payload of an event',
    reading: 'It is not shown; the same outcome can be obtained by polling.',
    warns: ['WHK-14'],
    replace: () => ({ statusEventData: ({ id }) => ({ externalAccountId: id }) }),
  },
  {
    id: 'payload-names-the-platforms-identifier',
    alone: true,
    title: 'names the account by its platformAccountId alone',
    point: 'payload of an event',
    reading: 'It is not shown.',
    replace: () => ({ statusEventData: ({ platformAccountId, status }) => ({ platformAccountId, status }) }),
  },
  {
    id: 'payload-in-batches',
    title: 'puts several events into an array',
    point: 'payload of an event',
    reading: 'It is not shown.',
    replace: () => ({ webhookBody: (event) => JSON.stringify([event]) }),
  },
  {
    id: 'payload-with-white-space',
    title: 'writes a delivery over many lines, with characters beyond ASCII',
    point: 'payload of an event',
    reading: 'It is not shown.',
    replace: () => ({
      webhookBody: (event) => `\n${JSON.stringify({ ...event, nöte: '…\u2028' }, undefined, 2)}\n`,
    }),
  },
  {
    id: 'wallet-signatures-in-another-kind',
    title: 'emits an event of a kind of its own for a wallet signature',
    point: 'other kinds of events',
    reading: 'They are not shown; the one that is named stays with LIVENESS.',
    replace: (rules) => ({
      verificationIsAnnounced: () => true,
      statusEventType: (account) =>
        account.challenge?.method === 'WALLET_SIGNATURE'
          ? 'EXTERNAL_ACCOUNT.VERIFIED'
          : rules.statusEventType(account),
    }),
  },
]

const outcomeOf = ({ status }: ExternalAccount) =>
  status === 'ACTIVE' || status === 'UNDER_REVIEW' ? 'succeeded' : 'rejected'
