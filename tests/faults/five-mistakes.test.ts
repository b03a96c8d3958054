/** Servers with five mistakes: a newcomer finds each of them among the causes, with its operation and its rule. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Conformance } from '../../reports/conformance.ts'
import { terminalSummary } from '../../reports/terminal-summary.ts'
import { faults } from '../../selftest/faults/index.ts'
import { reportedHosted } from '../../selftest/hosted/judge-hosted.ts'
import { conformanceOfTarget } from '../../selftest/judging/conformance-of-target.ts'

/** Five faults each, and the operation that has the mistake. */
const SERVERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'of five areas': {
    'customer-conflict-is-400': 'createCustomer',
    'lookup-without-id-uma': 'lookUpUmaReceiver',
    'cards-reopened': 'updateCard',
    'token-list-open': 'listTokens',
    'document-cursor-ignored': 'listDocuments',
  },
  'of one area': {
    'transfer-fees-on-top': 'createQuote',
    'transfer-expired-is-executed': 'executeQuote',
    'transfer-lives-half-a-minute': 'getQuote',
    'transfer-unknown-quote-is-a-bad-request': 'executeQuote',
    'transfer-creation-open': 'createQuote',
  },
  'that show in later reads': {
    'agent-paused-still-executes': 'executeAgentQuote',
    'sca-late-code': 'authorizeQuote',
    'contact-any-email-code': 'confirmEmail',
    'convention-updated-at-midnight': 'listAgentActions',
    'actions-cut-after-the-first-page': 'listAgentActions',
  },
}

const faultOf = (id: string) => faults.find((fault) => fault.id === id)!
const brokenBy = (ids: readonly string[]) => ids.flatMap((id) => faultOf(id).breaks)

describe('a server with five mistakes', () => {
  let reports: ReadonlyMap<string, Conformance>

  before(async () => {
    const hosted = Object.entries(SERVERS).map(([name, mistakes]) => {
      const ids = Object.keys(mistakes)
      const only = brokenBy(ids)
      return { name, prefix: `/faults/${ids.join('+')}`, only, waitsFor: only }
    })
    reports = await reportedHosted(hosted, ['fail', 'warn'], (target) =>
      conformanceOfTarget(target, brokenBy(Object.keys(SERVERS[target.name]!))),
    )
  })

  for (const [name, mistakes] of Object.entries(SERVERS))
    it(`${name} has five causes, each with its operation and rule`, () => {
      const conformance = reports.get(name)!
      const text = terminalSummary(conformance, { colour: false, reportPath: 'index.html' })
      assert.equal(conformance.causes.length, 5, text)
      for (const [id, operation] of Object.entries(mistakes)) {
        const cause = conformance.causes.find(
          ({ rule, title }) => faultOf(id).breaks.some((one) => one === rule) && title.includes(operation),
        )
        assert.ok(cause, `${id}\n${text}`)
        assert.ok(text.includes(cause.title) && text.includes(`index.html#cause-${cause.id}`), text)
      }
    })
})
