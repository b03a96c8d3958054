/** An exploration redacts the secrets of earlier sequences too, without knowing all of them for ever. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openSession } from '../../exploration/session.ts'
import { deploymentFrom } from '../../fixtures/config/load-deployment.ts'
import { createRecentRedaction } from '../../fixtures/redaction/recent-redaction.ts'
import { MAX_SECRET_CHARACTERS } from '../../fixtures/redaction/redaction.ts'

const TOKEN = 'token-of-an-earlier-sequence-4f1b'

describe('the redaction of an exploration', () => {
  it('knows the token of an earlier sequence, and the secrets of the deployment file', async () => {
    const deployment = deploymentFrom(
      {
        name: 'small',
        baseUrl: 'https://a.example/2025-10-13',
        credentials: { clientId: '${ID}', clientSecret: '${SECRET}' },
      },
      'deployment.yaml',
      { ID: 'client-of-the-test', SECRET: 'secret-of-the-deployment-77' },
    )
    const session = openSession(deployment)
    const evidence = { keep: () => undefined }
    session.of(evidence).redaction.learn('accessToken', TOKEN)

    const later = session.of(evidence).redaction

    assert.equal(later.redact(`x ${TOKEN}`), 'x «redacted:accessToken»')
    assert.equal(later.redact('secret-of-the-deployment-77'), '«redacted:clientSecret»')
    await session.close()
  })

  const always = 'secret-of-the-deployment-77'
  const opened = (most: number) =>
    createRecentRedaction((redaction) => redaction.learn('clientSecret', always), most)

  it('drops the oldest secrets, and never those of the deployment file', () => {
    const redaction = opened(10)
    for (let number = 0; number < 100; number++) redaction.learn('token', `token-${number}-of-a-sequence`)

    assert.equal(redaction.redact('token-0-of-a-sequence'), 'token-0-of-a-sequence')
    for (const number of [96, 97, 98, 99])
      assert.equal(redaction.redact(`token-${number}-of-a-sequence`), '«redacted:token»')
    assert.equal(redaction.redact(always), '«redacted:clientSecret»')
  })

  it('recovers from more secrets than can be redacted', () => {
    const redaction = opened(1_000)
    for (let number = 0; number < 40; number++)
      redaction.learn('token', `${number}${'x'.repeat(MAX_SECRET_CHARACTERS / 32)}`)
    assert.ok(redaction.isFull())

    redaction.recover()

    assert.equal(redaction.redact(`plain ${always}`), 'plain «redacted:clientSecret»')
  })
})
