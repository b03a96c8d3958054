/** Forges a copy of a bundle as a holder of the trusted key would: all dependent values are updated to match. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readBundle } from '../../certificates/bundle.ts'
import { sealed } from '../../certificates/envelope.ts'
import { ATTESTATION } from '../../certificates/files.ts'
import { signingKey } from '../../certificates/keys.ts'
import { proofOf } from '../../certificates/proof.ts'
import { statementOf, type Issue, type Statement } from '../../certificates/statement.ts'
import { suitesOf } from '../../certificates/suites-digest.ts'
import { RECORDING, type RecordingHead } from '../../fixtures/recording/recording.ts'
import type { Conformance, Exchange } from '../../reports/conformance.ts'
import { HAR } from '../../reports/report-files.ts'
import { writeHar } from '../../reports/write-har.ts'
import { writeReport } from '../../reports/write-report.ts'
import type { Certified } from './certified.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const DAY_MS = 24 * 60 * 60 * 1000

/** What is changed. Reports of something else are written again, and everything is signed again. */
export interface Forgery {
  readonly head?: (head: RecordingHead) => RecordingHead
  readonly exchange?: (exchange: Exchange) => Exchange | undefined
  readonly conformance?: (conformance: Conformance) => Conformance
  /** After the reports were written. */
  readonly files?: (directory: string) => void
  readonly issue?: (issue: Issue) => Issue
  readonly statement?: (statement: Statement) => Statement
}

/** @returns the directory of the forged bundle, below `folder` */
export async function forge(made: Certified, folder: string, forgery: Forgery): Promise<string> {
  const directory = mkdtempSync(join(folder, 'forged-'))
  cpSync(made.bundle, directory, { recursive: true })
  await rewrite(directory, forgery)
  forgery.files?.(directory)

  const bundle = await readBundle(directory)
  const honest = honestIssue(made)
  const statement = statementOf(bundle, { ...honest, ...forgery.issue?.(honest) })
  const payload = Buffer.from(JSON.stringify(forgery.statement?.(statement) ?? statement))
  writeFileSync(
    join(directory, ATTESTATION),
    sealed(payload, signingKey(readFileSync(made.privateKey, 'utf8'))),
  )
  return directory
}

/** The original dates of the certificate. */
function honestIssue({ bundle }: Certified): Issue {
  const { payload } = JSON.parse(readFileSync(join(bundle, ATTESTATION), 'utf8')) as { payload: string }
  const { predicate } = JSON.parse(Buffer.from(payload, 'base64').toString('utf8')) as Statement
  const { issuedAt } = predicate.assayCertificate
  const expiresAt = new Date(Date.parse(issuedAt) + 90 * DAY_MS).toISOString()
  return { ...installed(), issuedAt, expiresAt }
}

let known: Pick<Issue, 'suites' | 'proof'> | undefined
/** Of the sources of this process, which do not change: reading all of them takes 15 ms. */
const installed = () => (known ??= { suites: suitesOf(root), proof: proofOf(root) })

async function rewrite(directory: string, { head, exchange, conformance }: Forgery): Promise<void> {
  const at = (name: string) => join(directory, name)
  if (head) {
    const changed = head(JSON.parse(readFileSync(at(RECORDING), 'utf8')) as RecordingHead)
    writeFileSync(at(RECORDING), `${JSON.stringify(changed, null, 2)}\n`)
  }
  if (!exchange && !conformance) return
  const kept = readFileSync(at('exchanges.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Exchange)
  const exchanges = exchange ? kept.flatMap((one) => exchange(one) ?? []) : kept
  if (exchange) {
    writeFileSync(at('exchanges.jsonl'), exchanges.map((one) => `${JSON.stringify(one)}\n`).join(''))
    const { tool } = JSON.parse(readFileSync(at(RECORDING), 'utf8')) as RecordingHead
    rmSync(at(HAR))
    await writeHar(exchanges, { bodies: at('bodies.jsonl'), har: at(HAR) }, tool.version)
  }
  const found = JSON.parse(readFileSync(at('conformance.json'), 'utf8')) as Conformance
  if (existsSync(at('index.html'))) await writeReport(directory, conformance?.(found) ?? found, exchanges)
}
