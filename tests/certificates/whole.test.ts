/** The reference server, every area of it: from its certificate to its verification offline. */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { before, describe, it } from 'node:test'
import type { Statement } from '../../certificates/statement.ts'
import { keygen, PRIVATE_KEY, PUBLIC_KEY } from '../../cli/keygen.ts'
import { startReference } from '../../reference/serve.ts'
import { seededRandom } from '../../fixtures/random.ts'
import { requirements } from '../../spec/index.ts'
import { assay, emptyFolder } from '../cli/assay.ts'
import { startFront } from '../connections/fronts.ts'

type Certificate = Statement['predicate']['assayCertificate']

const CREDENTIALS = { clientId: 'whole-client', clientSecret: 'whole-secret-of-the-tests' }
const STATES_TOKEN = 'whole-states-token'
const file = fileURLToPath(new URL('../../deployments/reference.yaml', import.meta.url))

/** As over a network: the responses to requests that are sent side by side come in another order each time. */
const SLOWEST_MS = 40

describe('the certificate of the whole reference server, over a network with jitter', () => {
  const folder = emptyFolder()
  const bundle = join(folder, 'bundle')

  before(async () => {
    keygen(folder)
    const reference = await startReference({ credentials: CREDENTIALS, statesToken: STATES_TOKEN })
    const random = seededRandom('jitter')
    const front = await startFront(Number(new URL(reference.url).port), {
      delayMs: () => random.integer(0, SLOWEST_MS),
    })
    const behindFront = (url: string) => Object.assign(new URL(url), { port: front.port }).href
    const variables = {
      ASSAY_REFERENCE_URL: behindFront(reference.url),
      ASSAY_REFERENCE_STATES_URL: behindFront(reference.statesUrl),
      ASSAY_REFERENCE_STATES_TOKEN: STATES_TOKEN,
      ASSAY_REFERENCE_CLIENT_ID: CREDENTIALS.clientId,
      ASSAY_REFERENCE_CLIENT_SECRET: CREDENTIALS.clientSecret,
    }
    const parameters = ['certify', '-d', file, '--out', bundle, '--key', join(folder, PRIVATE_KEY)]
    let ended = await assay(parameters, variables)
    if (ended.code === 3) {
      // A machine that does much else may keep a response for so long that a check is blocked: then certify again, as it says.
      rmSync(bundle, { recursive: true })
      ended = await assay(parameters, variables)
    }
    await front.close()
    await reference.close()
    assert.equal(ended.code, 0, ended.stderr + ended.stdout)
  })

  it('verifies without the deployment: every verdict is reproduced', async () => {
    const publicKey = join(folder, PUBLIC_KEY)
    const { code, stdout } = await assay(['verify', bundle, '--key', publicKey, '--json'])

    assert.equal(code, 0, stdout)
    const { outcome, result, totals, areasNotClaimed, notOffered, rejudged } = JSON.parse(
      stdout,
    ) as Certificate & {
      readonly outcome: string
      readonly result: string
      readonly rejudged: { readonly requirements: number; readonly sameSuites: boolean }
    }
    assert.equal(outcome, 'verified')
    assert.equal(result, 'PASSED')
    assert.deepEqual([areasNotClaimed, notOffered], [[], []])
    const judged = requirements.filter(({ specified }) => specified).length
    assert.equal(totals.pass, judged)
    assert.deepEqual([rejudged.requirements, rejudged.sameSuites], [judged, true])
  })
})
