/** Judges a reference server through a proxy that measures or changes what passes. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startReference, type Reference } from '../../reference/serve.ts'
import type { Conformance, Exchange } from '../../reports/conformance.ts'
import { assay, emptyFolder, type Ended } from '../cli/assay.ts'
import type { Between } from './between.ts'

const credentials = { clientId: 'load-client', clientSecret: 'load-secret-of-the-test' }
const statesToken = 'load-states-token'

export const startJudged = (): Promise<Reference> => startReference({ credentials, statesToken })

export interface Judged {
  /** Directory of the report. */
  readonly out: string
  readonly ended: Ended
  readonly conformance: Conformance
  readonly exchanges: readonly Exchange[]
  readonly milliseconds: number
}

/**
 * @param between proxy in front of a server of `startJudged`
 * @param limits of its deployment file
 */
export async function judgeThrough(between: Between, limits: string, only: string): Promise<Judged> {
  const folder = emptyFolder()
  const file = join(folder, 'deployment.yaml')
  const lines = [
    'name: measured',
    `baseUrl: ${between.origin}/2025-10-13`,
    'credentials: { clientId: "${LOAD_ID}", clientSecret: "${LOAD_SECRET}" }',
    `states: { url: "${between.origin}/_states", headers: { authorization: "Bearer \${LOAD_STATES}" } }`,
    `limits: ${limits}`,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  const variables = {
    LOAD_ID: credentials.clientId,
    LOAD_SECRET: credentials.clientSecret,
    LOAD_STATES: statesToken,
  }
  const ended = await assay(['run', '--deployment', file, '--only', only, '--out', folder], variables)
  const conformance = JSON.parse(readFileSync(join(folder, 'conformance.json'), 'utf8')) as Conformance
  const exchanges = readFileSync(join(folder, 'exchanges.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Exchange)
  const milliseconds = Date.parse(conformance.finishedAt) - Date.parse(conformance.startedAt)
  return { out: folder, ended, conformance, exchanges, milliseconds }
}
