import { generateKeyPairSync } from 'node:crypto'
import type { ExternalAccount } from '../../reference/resources/payments.ts'
import type { Rules } from '../../reference/rules/index.ts'
import type { Fault } from './fault.ts'
import type { Json } from './rewriting.ts'
import { acceptsInvalidCredentials } from './accepted-credentials.ts'

/** Only the outcomes of some accounts are delivered. */
function announcing(
  isAnnounced: (account: ExternalAccount) => boolean,
): Pick<Rules, 'livenessOutcomeCounts' | 'livenessOutcomeIsAnnounced'> {
  let completed: ExternalAccount | undefined
  return {
    livenessOutcomeCounts: (account) => {
      completed = account
      return true
    },
    livenessOutcomeIsAnnounced: () => completed !== undefined && isAnnounced(completed),
  }
}

/** Contract: Events. */
export const webhooksFaults: readonly Fault[] = [
  {
    id: 'webhooks-pass-not-announced',
    title: 'delivers no event for a passed LIVENESS challenge',
    breaks: ['WHK-01'],
    mayAlsoBreak: ['WHK-19'],
    replace: { livenessOutcomeIsAnnounced: (outcome) => outcome === 'FAILED' },
  },
  {
    id: 'webhooks-failure-not-announced',
    title: 'delivers no event for a failed LIVENESS challenge',
    breaks: ['WHK-02'],
    mayAlsoBreak: ['WHK-18'],
    replace: { livenessOutcomeIsAnnounced: (outcome) => outcome === 'PASSED' },
  },
  {
    id: 'webhooks-kind-of-its-own',
    title: 'uses another event type than the documented one',
    breaks: ['WHK-01', 'WHK-02'],
    mayAlsoBreak: ['WHK-18'],
    replace: { statusEventType: () => 'external_account.updated' },
  },
  {
    id: 'webhooks-event-without-account',
    title: 'omits the account id from an event',
    breaks: ['WHK-01', 'WHK-02'],
    mayAlsoBreak: ['WHK-18'],
    replace: { statusEventData: ({ status }) => ({ status }) },
  },
  {
    id: 'webhooks-status-of-before',
    title: 'delivers the account in its state before the outcome',
    breaks: ['WHK-03', 'WHK-14'],
    replace: (conforming) => ({
      statusEventData: (account) =>
        conforming.statusEventData({ ...account, status: conforming.statusWithChallenge }),
    }),
  },
  {
    id: 'webhooks-outcome-missing',
    title: 'delivers the account id without the new status',
    breaks: ['WHK-14'],
    replace: { statusEventData: ({ id }) => ({ externalAccountId: id }) },
  },
  {
    id: 'webhooks-failure-delivered-as-pass',
    title: 'delivers ACTIVE for every completed LIVENESS challenge',
    breaks: ['WHK-03', 'WHK-14'],
    replace: (conforming) => ({
      statusEventData: (account) => conforming.statusEventData({ ...account, status: 'ACTIVE' }),
    }),
  },
  {
    id: 'webhooks-verification-announced',
    title: 'also delivers the event for an accepted wallet signature',
    breaks: ['WHK-04'],
    replace: { verificationIsAnnounced: true },
  },
  {
    id: 'webhooks-refusal-announced',
    title: 'also delivers the event for a rejected wallet signature',
    breaks: ['WHK-05'],
    replace: { failedVerificationIsAnnounced: true },
  },
  {
    id: 'webhooks-signed-by-another-key',
    title: 'signs a delivery with a key that is not published',
    breaks: ['WHK-06'],
    replace: (conforming) => {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
      return { webhookSignature: (body) => conforming.webhookSignature(body, privateKey) }
    },
  },
  {
    id: 'webhooks-signature-over-other-bytes',
    title: 'signs a delivery before it is serialized',
    breaks: ['WHK-06'],
    replace: (conforming) => ({
      webhookSignature: (body, key) =>
        conforming.webhookSignature(JSON.stringify(JSON.parse(body), undefined, 2), key),
    }),
  },
  {
    id: 'webhooks-signature-left-out',
    title: 'publishes a key, but does not sign deliveries',
    breaks: ['WHK-15'],
    replace: { webhookSignature: () => undefined },
  },
  {
    id: 'webhooks-delivered-with-put',
    title: 'delivers with PUT',
    breaks: ['WHK-07'],
    replace: { webhookMethod: 'PUT' },
  },
  {
    id: 'webhooks-test-not-delivered',
    title: 'accepts a test, but delivers nothing',
    breaks: ['WHK-08'],
    replace: { webhookTestIsDelivered: false },
  },
  {
    id: 'webhooks-test-open-to-all',
    title: 'requires no credentials for a test delivery',
    breaks: ['WHK-09'],
    replace: acceptsInvalidCredentials('testWebhook'),
  },
  {
    id: 'webhooks-timestamps-in-local-time',
    title: 'writes the time of an event with the offset of its server',
    breaks: ['WHK-16'],
    replace: ({ webhookBody }) => ({
      webhookBody: (event) =>
        webhookBody({ ...event, timestamp: String(event.timestamp).replace('Z', '+02:00') }),
    }),
  },
  {
    id: 'webhooks-of-another-customer',
    title: 'names another customer in the event of an account',
    breaks: ['WHK-17'],
    replace: ({ statusEventData }) => ({
      statusEventData: (account) => ({
        ...(statusEventData(account) as Json),
        customerId: 'Customer:00000000-0000-4000-8000-000000000000',
      }),
    }),
  },
  {
    id: 'webhooks-for-accounts-of-customers-only',
    title: 'delivers no event for an account on behalf of the platform',
    breaks: ['WHK-18'],
    replace: announcing(({ customerId }) => customerId !== null),
  },
  {
    id: 'webhooks-first-outcome-only',
    title: "delivers the outcome of an account's first LIVENESS challenge only",
    breaks: ['WHK-19'],
    replace: () => {
      const announced = new Set<string>()
      return announcing(({ id }) => announced.size < announced.add(id).size)
    },
  },
]
