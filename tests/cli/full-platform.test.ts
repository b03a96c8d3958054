/** A platform that has its maximum number of live cards (contract: Limits, Live cards), such as those of earlier runs. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { conforming, type Rules } from '../../reference/rules/index.ts'
import { startReference } from '../../reference/serve.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, emptyFolder } from './assay.ts'

const credentials = { clientId: 'me', clientSecret: 'my-secret' }
const statesToken = 'my-token'

/** Nobody but a cardholder who has closed a card through the API gets one: the slots of the platform are taken. */
function fullPlatform(): Rules {
  const moved = new Set<string>()
  return {
    ...conforming,
    cardNamed: (cards, id) => {
      moved.add(id)
      return conforming.cardNamed(cards, id)
    },
    liveCardsOf: (cards, cardholder, now) => {
      const own = [...cards].filter(({ cardholderId }) => cardholderId === cardholder.id)
      return own.some(({ id }) => moved.has(id)) ? conforming.liveCardsOf(own, cardholder, now) : own
    },
  }
}

it('blocks what issues a card, and fails nothing', async () => {
  const folder = emptyFolder()
  const file = join(folder, 'deployment.json')
  const out = join(folder, 'report')
  const reference = await startReference({
    credentials,
    statesToken,
    rules: fullPlatform(),
  })
  const { url: baseUrl, statesUrl } = reference
  const headers = { authorization: `Bearer ${statesToken}` }
  writeFileSync(
    file,
    JSON.stringify({ name: 'full', baseUrl, credentials, states: { url: statesUrl, headers } }),
  )

  const { code, stdout } = await assay(['run', '-d', file, '--only', 'CRD-01', 'CRD-21', '-o', out])
  await reference.close()

  assert.equal(code, 3, stdout)
  const { requirements } = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance
  const verdictOf = (id: string) => requirements.find((each) => each.id === id)
  assert.equal(verdictOf('CRD-21')?.verdict, 'pass')
  assert.deepEqual([verdictOf('CRD-01')?.verdict, verdictOf('CRD-01')?.fixIn], ['blocked', 'environment'])
  assert.match(stdout, /maximum number of live cards/)
})
