import { generateKeyPairSync } from 'node:crypto'
import type { Fault } from './fault.ts'
import { openToStrangers } from './outsiders.ts'

/** Contract: Events. */
export const webhooksFaults: readonly Fault[] = [
  {
    id: 'webhooks-pass-not-announced',
    title: 'delivers no event when a LIVENESS challenge has passed',
    breaks: ['WHK-01'],
    replace: () => ({ livenessOutcomeIsAnnounced: (outcome) => outcome === 'FAILED' }),
  },
  {
    id: 'webhooks-failure-not-announced',
    title: 'delivers no event when a LIVENESS challenge has failed',
    breaks: ['WHK-02'],
    replace: () => ({ livenessOutcomeIsAnnounced: (outcome) => outcome === 'PASSED' }),
  },
  {
    id: 'webhooks-kind-of-its-own',
    title: 'has a name of its own for the kind of the event',
    breaks: ['WHK-01', 'WHK-02'],
    replace: () => ({ statusEventType: () => 'external_account.updated' }),
  },
  {
    id: 'webhooks-event-about-nobody',
    title: 'does not say which account an event is about',
    breaks: ['WHK-01', 'WHK-02'],
    replace: () => ({ statusEventData: ({ status }) => ({ status }) }),
  },
  {
    id: 'webhooks-status-of-before',
    title: 'delivers the account as it was before the outcome',
    breaks: ['WHK-03', 'WHK-14'],
    replace: (conforming) => ({
      statusEventData: (account) =>
        conforming.statusEventData({ ...account, status: conforming.statusWithChallenge() }),
    }),
  },
  {
    id: 'webhooks-outcome-untold',
    title: 'delivers which account has changed, and not what it has become',
    breaks: ['WHK-14'],
    replace: () => ({ statusEventData: ({ id }) => ({ externalAccountId: id }) }),
  },
  {
    id: 'webhooks-failure-told-as-pass',
    title: 'delivers ACTIVE for every LIVENESS challenge that has completed',
    breaks: ['WHK-03', 'WHK-14'],
    replace: (conforming) => ({
      statusEventData: (account) => conforming.statusEventData({ ...account, status: 'ACTIVE' }),
    }),
  },
  {
    id: 'webhooks-verification-announced',
    title: 'emits the event for a wallet signature that is accepted too',
    breaks: ['WHK-04'],
    replace: () => ({ verificationIsAnnounced: () => true }),
  },
  {
    id: 'webhooks-refusal-announced',
    title: 'emits the event for a wallet signature that is refused too',
    breaks: ['WHK-05'],
    replace: () => ({ failedVerificationIsAnnounced: () => true }),
  },
  {
    id: 'webhooks-signed-by-another-key',
    title: 'signs a delivery with another key than the published one',
    breaks: ['WHK-06'],
    replace: (conforming) => {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
      return { webhookSignature: (body) => conforming.webhookSignature(body, privateKey) }
    },
  },
  {
    id: 'webhooks-signature-over-other-bytes',
    title: 'signs a delivery as it was before it was written out',
    breaks: ['WHK-06'],
    replace: (conforming) => ({
      webhookSignature: (body, key) =>
        conforming.webhookSignature(JSON.stringify(JSON.parse(body), undefined, 2), key),
    }),
  },
  {
    id: 'webhooks-signature-left-out',
    title: 'names a key, and signs nothing',
    breaks: ['WHK-15'],
    replace: () => ({ webhookSignature: () => undefined }),
  },
  {
    id: 'webhooks-delivered-with-put',
    title: 'delivers with PUT',
    breaks: ['WHK-07'],
    replace: () => ({ webhookMethod: () => 'PUT' }),
  },
  {
    id: 'webhooks-test-not-delivered',
    title: 'accepts a test, and delivers nothing',
    breaks: ['WHK-08'],
    replace: () => ({ webhookTestIsDelivered: () => false }),
  },
  {
    id: 'webhooks-test-open-to-all',
    title: 'asks no credentials for a test',
    breaks: ['WHK-09'],
    replace: openToStrangers('testWebhook'),
  },
]
