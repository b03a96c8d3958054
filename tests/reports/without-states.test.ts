import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { commandsFor } from '../../reports/commands.ts'
import { page } from '../../reports/html/page.ts'
import type { Exchange } from '../../reports/conformance.ts'
import { calledOperations } from '../../reports/unserved.ts'
import {
  absentOperationsSentence,
  withoutStates,
  withoutStatesSentence,
} from '../../reports/without-states.ts'
import { failing } from './sample-run.ts'

type Results = Parameters<typeof withoutStates>[0]

const result = (
  id: string,
  verdict: Results[number]['verdict'],
  missing?: string,
  level: Results[number]['level'] = 'MUST',
): Results[number] => ({
  id,
  level,
  verdict,
  checks: [
    {
      title: id,
      verdict,
      durationMs: 1,
      attempts: 1,
      expectations: 1,
      exchanges: [],
      ...(missing !== undefined && { missingState: missing }),
    },
  ],
})

describe('a run without provider states', () => {
  it('shows how many were judged, and which states would help most', () => {
    const without = withoutStates([
      result('CRD-01', 'blocked', 'card'),
      result('CRD-02', 'blocked', 'card'),
      result('SCA-01', 'blocked', 'agent with scaRegion'),
      result('CRD-03', 'blocked', 'card', 'SHOULD'),
      result('OWN-01', 'pass'),
      result('OWN-02', 'fail'),
      result('OWN-03', 'not-applicable'),
      result('OWN-04', 'not-specified'),
      result('OWN-05', 'blocked'),
    ])

    assert.deepEqual(without, {
      judged: 2,
      of: 6,
      additions: [
        { state: 'card', requirements: ['CRD-01', 'CRD-02'] },
        { state: 'agent with scaRegion', requirements: ['SCA-01'] },
      ],
    })
    assert.equal(
      withoutStatesSentence(without),
      '2 of 6 MUST requirements judged without provider states; two additions would judge 3 more',
    )
  })

  it('is on the first screen of the page', () => {
    const without = withoutStates([result('OWN-01', 'pass'), result('CRD-01', 'blocked')], {
      called: 3,
      absent: 1,
    })
    const text = page({ ...failing, withoutStates: without }, [])
    const [banner = ''] = text.split('class="facts"')

    assert.ok(banner.includes(withoutStatesSentence(without)))
    assert.ok(banner.includes('Operations called: 3. Probably not there: 1.'))
    assert.ok(
      banner.includes(
        '<code>npx assay doctor <span class="word">--deployment</span> sandbox.yaml <span class="word">--write</span></code>',
      ),
    )
  })

  it('names no addition where no state is missing', () => {
    assert.equal(
      withoutStatesSentence(withoutStates([result('OWN-01', 'pass')])),
      '1 of 1 MUST requirement judged without provider states',
    )
  })

  it('starts with missing operations, since they explain the rest', () => {
    const exchange = (operation: string, status: number, body: object) =>
      ({ kind: 'contract', operation, response: { status, body: JSON.stringify(body) } }) as Exchange
    const called = calledOperations([
      exchange('getToken', 404, { code: 'TOKEN_NOT_FOUND' }),
      exchange('createCard', 404, { code: 'NOT_FOUND' }),
      exchange('createCard', 501, {}),
      exchange('listCards', 404, {}),
      exchange('listCards', 200, {}),
    ])

    const commands = commandsFor({ deployment: 'my file.yaml' })
    assert.deepEqual(called, { called: 3, absent: 1 })
    assert.match(
      absentOperationsSentence(withoutStates([result('CRD-01', 'blocked')], called), commands)!,
      /^Operations called: 3\. Probably not there: 1\. `npx assay doctor --deployment 'my file\.yaml' --write`/,
    )
    assert.equal(absentOperationsSentence(withoutStates([], { called: 3, absent: 0 }), commands), undefined)
  })
})
