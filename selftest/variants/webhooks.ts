import type { ExternalAccount } from '../../reference/resources/payments.ts'
import type { Variant } from './variant.ts'

/** Contract: Events; it shows only the type and the purpose of a delivery. */
/** The UUID of the customer alone, and no timestamps. */
const withBareCustomer = (data: unknown): unknown =>
  Object.fromEntries(
    Object.entries(data as object)
      .filter(([name]) => !name.endsWith('At'))
      .map(([name, value]) => [name, name === 'customerId' ? String(value).replace(/^.*:/, '') : value]),
  )

export const webhooksVariations: readonly Variant[] = [
  {
    id: 'deliveries-unsigned',
    title: 'does not sign deliveries',
    point: 'signature of a delivery',
    interpretation:
      'The contract specifies neither the header nor the algorithm, nor that there is a signature.',
    blocks: ['WHK-06', 'WHK-15'],
    replace: { webhookPublicKey: () => undefined, webhookSignature: () => undefined },
  },
  {
    id: 'deliveries-signed-in-hex',
    title: 'encodes the signature of a delivery in hex',
    point: 'signature of a delivery',
    interpretation: 'The contract does not specify the header and the algorithm.',
    replace: (rules) => ({
      webhookSignature: (...of) => Buffer.from(rules.webhookSignature(...of) ?? '', 'base64').toString('hex'),
    }),
  },
  {
    id: 'deliveries-repeated',
    title: 'delivers every event three times',
    point: 'rules of delivery',
    interpretation: 'Delivery is at least once.',
    replace: { webhookCopies: 3 },
  },
  {
    id: 'payload-in-words-of-its-own',
    title: 'uses its own names for the outcome, and sends the account id without the status',
    point: 'payload of an event',
    interpretation: 'The contract does not specify it.',
    blocks: ['WHK-17'],
    replace: {
      statusEventData: (account) => ({ account: account.id, check: outcomeOf(account) }),
      webhookBody: ({ type, timestamp, data }) =>
        JSON.stringify({ event: type, sentAt: timestamp, payload: [data] }),
    },
  },
  {
    id: 'payload-names-the-account',
    title: 'delivers the account id only; the status is polled',
    point: 'payload of an event',
    interpretation: 'The contract does not specify the payload; polling returns the same outcome.',
    warns: ['WHK-14'],
    blocks: ['WHK-17'],
    replace: { statusEventData: ({ id }) => ({ externalAccountId: id }) },
  },
  {
    id: 'payload-names-the-platforms-identifier',
    alone: true,
    title: 'names the account only by its platformAccountId',
    point: 'payload of an event',
    interpretation: 'The contract does not specify it.',
    blocks: ['WHK-17'],
    replace: { statusEventData: ({ platformAccountId, status }) => ({ platformAccountId, status }) },
  },
  {
    id: 'payload-in-batches',
    title: 'delivers several events in an array',
    point: 'payload of an event',
    interpretation: 'The contract does not specify it.',
    replace: { webhookBody: (event) => JSON.stringify([event]) },
  },
  {
    id: 'payload-with-white-space',
    title: 'serializes a delivery over many lines, with non-ASCII characters',
    point: 'payload of an event',
    interpretation: 'The contract does not specify it.',
    replace: {
      webhookBody: (event) => `\n${JSON.stringify({ ...event, nöte: '…\u2028' }, undefined, 2)}\n`,
    },
  },
  {
    id: 'wallet-signatures-in-another-kind',
    title: 'delivers an additional event type for a wallet signature',
    point: 'other kinds of events',
    interpretation: 'The contract does not forbid further events; the named one applies to LIVENESS.',
    replace: (rules) => ({
      verificationIsAnnounced: true,
      statusEventType: (account) =>
        account.challenge?.method === 'WALLET_SIGNATURE'
          ? 'EXTERNAL_ACCOUNT.VERIFIED'
          : rules.statusEventType(account),
    }),
  },
  {
    id: 'start-of-a-challenge-announced',
    title: 'also delivers the event when a wallet challenge starts',
    point: 'events before a verification',
    interpretation: 'The contract excludes only the result of a wallet signature.',
    replace: { challengeIsAnnounced: true },
  },
  {
    id: 'webhooks-one-endpoint',
    title: 'has one webhook endpoint: another one replaces it',
    point: 'number of webhook endpoints',
    interpretation: 'The contract names an endpoint that the platform configures.',
    replace: () => ({ webhookEndpointsAreKept: false }),
  },
  {
    id: 'payload-as-text',
    title: 'delivers an event as JSON in a text, as queues do',
    point: 'payload of an event',
    interpretation: 'The contract does not specify it.',
    replace: (rules) => ({
      webhookBody: (event) =>
        JSON.stringify({ Type: 'Notification', MessageId: event.id, Message: rules.webhookBody(event) }),
    }),
  },
  {
    id: 'payload-in-base64',
    title: 'delivers an event in base64, as queues and signed envelopes do',
    point: 'payload of an event',
    interpretation: 'The contract does not specify it.',
    replace: (rules) => ({
      webhookBody: (event) =>
        JSON.stringify({ message: { data: Buffer.from(rules.webhookBody(event)).toString('base64') } }),
    }),
  },
  {
    id: 'payload-with-seconds-since-the-epoch',
    title: 'writes the time of an event as a number of seconds, and names its customer by the UUID',
    point: 'payload of an event',
    interpretation: 'The contract does not specify the payload.',
    blocks: ['WHK-16'],
    replace: (rules) => ({
      webhookBody: (event) =>
        rules.webhookBody({
          ...event,
          timestamp: Math.floor(Date.parse(String(event.timestamp)) / 1_000),
          data: withBareCustomer(event.data),
        }),
    }),
  },
]

const outcomeOf = ({ status }: ExternalAccount) =>
  status === 'ACTIVE' || status === 'UNDER_REVIEW' ? 'succeeded' : 'rejected'
