import type { KeyObject } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBundle } from './bundle.ts'
import { sealed } from './envelope.ts'
import { ATTESTATION } from './files.ts'
import { statementOf, type Issue, type Statement } from './statement.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export interface Issuing extends Pick<Issue, 'suites' | 'proof'> {
  /** ms since the epoch. */
  readonly now: number
  readonly validDays: number
}

/**
 * Signs all files in the directory of a finished run, and writes `attestation.json`. `refusals` decides whether the run
 * may be certified.
 */
export async function writeAttestation(
  directory: string,
  key: KeyObject,
  { suites, proof, now, validDays }: Issuing,
): Promise<Statement> {
  const statement = statementOf(await readBundle(directory), {
    suites,
    proof,
    issuedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + validDays * DAY_MS).toISOString(),
  })
  const path = join(directory, ATTESTATION)
  writeFileSync(`${path}.part`, sealed(Buffer.from(JSON.stringify(statement)), key))
  renameSync(`${path}.part`, path)
  return statement
}
