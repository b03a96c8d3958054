/** Secrets in the addresses of a deployment file: no file of a run has one, and its recording can be replayed. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { assay, emptyFolder } from './assay.ts'
import { CREDENTIALS, startSmallDeployment, type SmallDeployment } from './small-deployment.ts'

const QUERY_SECRET = 'canary-query-key-77aa'
/** Too short for the final scan of a report, as the password of a test deployment may be. */
const SHORT_SECRET = 'sh0rt-7'

describe('a secret of the deployment file', () => {
  let small: SmallDeployment
  const folder = emptyFolder()

  before(async () => {
    small = await startSmallDeployment()
  })
  after(() => small.close())

  for (const [title, clientSecret] of [
    ['of usual length', CREDENTIALS.clientSecret],
    ['that is short', SHORT_SECRET],
  ] as const) {
    it(`${title} is in no file of a run, wherever the file repeats it`, async () => {
      const out = join(folder, title)
      const text = small.text
        .replace(
          /^baseUrl: .*$/m,
          `baseUrl: ${small.origin}/\${SMALL_SECRET}/2025-10-13
replicas: ["${small.origin}/\${SMALL_SECRET}/2025-10-13", "${small.origin}/b-\${SMALL_SECRET}/2025-10-13"]
operations: { listAgentActions: "GET /of-\${SMALL_SECRET}/actions" }
names: { requestIdHeader: "id-\${SMALL_SECRET}" }`,
        )
        .replace('/_states"', `/_states?tenant=a&token=${QUERY_SECRET}&again=\${SMALL_SECRET}"`)
      const file = join(folder, `${title.replaceAll(' ', '-')}.yaml`)
      writeFileSync(file, text)

      const ran = await assay(['run', file, '--out', out, '--only', 'ACT-01', 'ACT-21'], {
        ...small.variables,
        SMALL_SECRET: clientSecret,
      })

      assert.ok(ran.code === 1 || ran.code === 3, ran.stderr)
      const shown = [
        ['the terminal', ran.stdout + ran.stderr],
        ...readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')]),
      ]
      const leaks = shown.filter(([, text]) => text!.includes(clientSecret) || text!.includes(QUERY_SECRET))
      assert.deepEqual(
        leaks.map(([name]) => name),
        [],
      )
      const replayed = await assay(['replay', out, '--out', `${out}-replay`])
      assert.equal(replayed.code, 0, replayed.stdout + replayed.stderr)
    })
  }
})
