/**
 * A deployment without provider states and without test money: Assay creates the agents, and borrows customers with money
 * from the entries of `given.agent`, one check after another.
 */
import assert from 'node:assert/strict'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startReference, type Reference } from '../../reference/serve.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, emptyFolder, type Ended } from '../cli/assay.ts'

const VARIABLES = { LENT_SECRET: 'canary-lent-secret-52ce' }
const STATES_TOKEN = 'canary-lent-states-0d7a'
/** Quotes of agents and of the platform, and the customer that an agent shows. */
const ONLY = ['QUO-01', 'QUO-26', 'QTE-01', 'AGM-02', 'AGM-04']
/** It arranges another agent beforehand, whose currencies it asks for. */
const NEEDS_TWO = 'SCT-01'

describe('a deployment without test money, with a customer that has some', () => {
  let reference: Reference
  const tokens: string[] = []

  const existing = async (params: object): Promise<Record<string, string>> => {
    const response = await fetch(reference.statesUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${STATES_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'setup', state: 'agent', params }),
    })
    const values = (await response.json()) as Record<string, string>
    tokens.push(values.accessToken!)
    return values
  }
  const read = (folder: string) =>
    JSON.parse(readFileSync(join(folder, 'conformance.json'), 'utf8')) as Conformance
  const verdictsOf = ({ requirements }: Conformance) =>
    Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]))
  const run = async (only: readonly string[], params: object) => {
    const folder = emptyFolder()
    const [file, out] = [join(folder, 'deployment.json'), join(folder, 'report')]
    writeFileSync(
      file,
      JSON.stringify({
        name: 'lent',
        baseUrl: reference.url,
        credentials: { clientId: 'lent', clientSecret: '${LENT_SECRET}' },
        operations: { fundInternalAccount: null },
        limits: { requestsPerSecond: 1000, maxWaitSeconds: 10 },
        given: { agent: await existing(params) },
      }),
    )
    const ended = await assay(['run', '-d', file, '--only', ...only, '-o', out], VARIABLES)
    return { ended, out, folder, conformance: read(out) }
  }

  before(async () => {
    reference = await startReference({
      credentials: { clientId: 'lent', clientSecret: VARIABLES.LENT_SECRET },
      statesToken: STATES_TOKEN,
    })
  })
  after(() => reference.close())

  describe('enough for all checks', () => {
    let ran: Awaited<ReturnType<typeof run>>
    let replayed: Ended

    before(async () => {
      ran = await run([...ONLY, NEEDS_TWO], { executionMode: 'APPROVAL_REQUIRED' })
      replayed = await assay(['replay', ran.out, '--out', join(ran.folder, 'replayed')])
    })

    it('is judged by several checks that use the same customer, whatever policy its agent has', () => {
      const verdicts = verdictsOf(ran.conformance)

      assert.deepEqual(
        ONLY.map((id) => `${id} ${verdicts[id]}`),
        ONLY.map((id) => `${id} pass`),
        ran.ended.stdout,
      )
      assert.ok(ran.conformance.states?.some(({ state, by }) => state === 'agent' && by === 'given'))
    })

    it('blocks a check that needs two customers with money at a time', () => {
      const found = ran.conformance.requirements.find(({ id }) => id === NEEDS_TWO)

      assert.equal(found?.verdict, 'blocked')
      assert.match(JSON.stringify(found), /more entries of given\.agent at a time than there are/)
    })

    it('leaves nothing that it can delete', () => {
      const left = ran.conformance.states?.flatMap(({ notTornDown }) => notTornDown) ?? []

      assert.deepEqual(
        left.filter((id) => /^(Agent|ExternalAccount):/.test(id)),
        [],
      )
    })

    it('gives the same verdicts when the run is replayed, and no file has the token of the entry', () => {
      assert.equal(replayed.code, 0, replayed.stdout)
      assert.deepEqual(verdictsOf(read(join(ran.folder, 'replayed'))), verdictsOf(ran.conformance))
      for (const folder of [ran.out, join(ran.folder, 'replayed')])
        for (const name of readdirSync(folder))
          for (const token of tokens)
            assert.ok(
              !readFileSync(join(folder, name), 'utf8').includes(token),
              `${name} has an access token`,
            )
    })
  })

  it('is blocked, and not failed, where the customer has too little', async () => {
    const { conformance } = await run(['QTE-01'], { balance: 999_999 })
    const found = conformance.requirements.find(({ id }) => id === 'QTE-01')

    assert.equal(found?.verdict, 'blocked')
    assert.match(JSON.stringify(found), /InternalAccount:\S+ has 999999/)
    assert.match(found?.next ?? '', /Have at least 1000000/)
  })
})
