import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readBundle } from '../certificates/bundle.ts'
import { compareRun } from '../certificates/compare-run.ts'
import { compareVerdicts } from '../certificates/compare-verdicts.ts'
import { contradictions } from '../certificates/contradictions.ts'
import { ATTESTATION } from '../certificates/files.ts'
import { inWords } from '../certificates/in-words.ts'
import { keyId, signingKey } from '../certificates/keys.ts'
import { proofOf } from '../certificates/proof.ts'
import { refusals, some, type Refusal } from '../certificates/refusals.ts'
import type { Statement } from '../certificates/statement.ts'
import { suitesOf } from '../certificates/suites-digest.ts'
import { LONGEST_VALID_DAYS, SHORTEST_VALID_DAYS } from '../certificates/validity.ts'
import { writeAttestation } from '../certificates/write-attestation.ts'
import { challengeSeed } from '../fixtures/random.ts'
import { loadDeployment } from '../fixtures/config/load-deployment.ts'
import { isModule } from '../fixtures/config/load-module.ts'
import { printable } from '../reports/printable.ts'
import { PUBLIC_KEY } from './keygen.ts'
import { requireUsableLog } from './lifecycle/log-folder.ts'
import { recordIssue } from './lifecycle/record-issue.ts'
import { nonceFrom } from './nonce-from.ts'
import { readEnvironment } from './read-environment.ts'
import { refuseSteering } from './refuse-steering.ts'
import { rejudge } from './rejudge.ts'
import { run } from './run.ts'
import { leaksIn, suppressReport, suppressedFiles } from '../runner/secret-scan.ts'
import { signingKeyText } from './signing-key.ts'
import { assayError } from '../errors/index.ts'
import type { Terminal } from './terminal.ts'
import { reportsThatDiffer } from './verify/reports-that-differ.ts'
import { count } from '../spec/count.ts'

export interface CertifyOptions {
  /** Path of the deployment file. */
  readonly deployment: string
  /** Where the bundle goes: a directory in which there is nothing yet. */
  readonly out: string
  /** Path of the private key; undefined: it is in the environment. */
  readonly key?: string | undefined
  /** The validity of the certificate, as entered. */
  readonly validDays: string
  readonly webhookUrl?: string | undefined
  readonly webhookPort?: string | undefined
  /** Whether to vary what identifies Assay. */
  readonly varyIdentity: boolean
  /** Nonce of the verifier; undefined: there is no challenge. */
  readonly challenge?: string | undefined
  /** Folder of the log to which the certificate is added; undefined: none. */
  readonly log?: string | undefined
  /** Id of the certificate that it replaces; undefined: none. */
  readonly replaces?: string | undefined
}

const root = fileURLToPath(new URL('./..', import.meta.url))

/**
 * Judges a complete deployment, and signs the result if it meets the conditions.
 *
 * @param now ms since the epoch
 * @returns the exit code: 0 certified, 1 not conformant, 3 refused for another reason
 * @throws DeploymentFileError and AssayError before anything is sent
 */
export async function certify(
  options: CertifyOptions,
  terminal: Terminal,
  now = () => Date.now(),
): Promise<0 | 1 | 3> {
  const { environment } = terminal
  readEnvironment(options.deployment, environment)
  const text = signingKeyText(options.key, terminal)
  const key = signingKey(text.pem, text.from)
  const validDays = validDaysFrom(options.validDays)
  const seed = options.challenge === undefined ? undefined : challengeSeed(nonceFrom(options.challenge))
  refuseSteering('certify', environment)
  refuseUsedDirectory(options.out)
  // A run can take an hour, and a bundle that was signed cannot be added to a log later.
  if (options.log !== undefined) requireUsableLog(options.log, key, new Date(now()).toISOString())
  // On Linux, /proc shows the environment with which a process began, and a program of the same user reads any file.
  if (isModule(options.deployment))
    terminal.stderr.write(
      `warning: ${printable(options.deployment)} is a program, and could read the signing key.\n  → Certify with a YAML file, or only with a program that you trust with the key.\n`,
    )
  await loadDeployment(options.deployment, environment)
  // A program can set it too.
  refuseSteering('certify', environment)

  const { out, deployment, webhookUrl, webhookPort, varyIdentity } = options
  await run(
    {
      deployment,
      only: [],
      out,
      secondOpinions: false,
      isCertified: true,
      webhookUrl,
      webhookPort,
      varyIdentity,
      seed,
    },
    terminal,
  )
  const found = await refused(out, text.pem, terminal)
  if (found.length > 0) {
    terminal.stderr.write(printedRefusals(found, out))
    return found.some(({ name }) => name === 'non-conformant') ? 1 : 3
  }
  const issuing = { suites: suitesOf(root), proof: proofOf(root), now: now(), validDays }
  const statement = await writeAttestation(out, key, issuing)
  if (options.log !== undefined) {
    const { assayCertificate: said } = statement.predicate
    recordIssue(options.log, { bundle: out, said, replaces: options.replaces }, key, now())
  }
  terminal.stdout.write(printedCertificate(statement, keyId(key), out))
  return 0
}

/** Why the run in a directory is not certified; what costs time is asked only where nothing else speaks against it. */
async function refused(directory: string, pem: string, terminal: Terminal): Promise<readonly Refusal[]> {
  if (suppressedFiles(directory).length > 0) return [leaked('The message above names file and secret.')]
  if (!existsSync(join(directory, 'conformance.json'))) return [CUT_OFF]
  const bundle = await readBundle(directory).catch((error: unknown) => unreadable(error))
  if ('name' in bundle) return [bundle]
  const found = refusals(bundle)
  if (found.length > 0) return found

  const leak = suppressReport(directory, leaksIn(directory, secretsOf(pem)))
  if (leak !== undefined) return [leaked(leak)]

  const contradicted = contradictions(bundle.conformance, bundle)
  if (contradicted.length > 0) return [notReproduced(contradicted)]
  const again = await rejudge(directory, terminal)
  if (again === undefined) return [notReproduced(undefined)]
  const differing = [
    ...compareVerdicts(bundle.conformance, again.conformance).map(({ id }) => `the verdict of ${id}`),
    ...compareRun(bundle, again),
    // Such as one from which a secret was taken, or that somebody changed since.
    ...(await reportsThatDiffer(directory, bundle, again)).problems.map(({ found: differs }) => differs),
  ]
  return differing.length === 0 ? [] : [notReproduced(differing)]
}

const CUT_OFF: Refusal = {
  name: 'incomplete',
  found: 'the run was interrupted before it wrote its report',
  next: 'Certify again.',
}

const unreadable = (error: unknown): Refusal => ({
  name: 'recording',
  found: `the output of the run cannot be read: ${error instanceof Error ? error.message : String(error)}`,
  next: 'Make sure that no other process writes to the folder, then certify again.',
})

const leaked = (next: string): Refusal => ({
  name: 'secrets',
  found: 'the output of the run contains a secret, so it is suppressed',
  next,
})

const notReproduced = (differing: readonly string[] | undefined): Refusal => ({
  name: 'not-reproduced',
  found:
    differing === undefined
      ? 'the recording could not be judged again'
      : `judging the recording again gave ${differing.length} different results: ${some(differing)}`,
  next: 'Certify again. If it persists, report a bug in Assay; the deployment is not the cause.',
})

/** The key as it may be in a file: its line of base64. */
const secretsOf = (pem: string): readonly (readonly [name: string, secret: string])[] =>
  pem
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 20 && !line.startsWith('-----'))
    .map((line) => ['signing key', line])

function validDaysFrom(entered: string): number {
  const days = Number(entered)
  if (Number.isInteger(days) && days >= SHORTEST_VALID_DAYS && days <= LONGEST_VALID_DAYS) return days
  throw assayError('number-invalid', {
    option: '--valid-days',
    value: entered,
    unit: 'days',
    from: 1,
    to: LONGEST_VALID_DAYS,
    example: '90',
  })
}

/** A bundle contains one run only: other files in the folder would be signed with it. */
function refuseUsedDirectory(directory: string): void {
  if (!existsSync(directory)) return
  const isEmpty = (() => {
    try {
      return readdirSync(directory).length === 0
    } catch {
      return false
    }
  })()
  if (isEmpty) return
  throw assayError('bundle-folder-not-empty', { folder: directory })
}

const printedRefusals = (found: readonly Refusal[], directory: string): string =>
  [
    '',
    'No certificate is issued:',
    ...found.flatMap((refusal) => [
      `  ${refusal.name}: ${printable(refusal.found)}`,
      `    → ${printable(refusal.next, '\n')}`,
    ]),
    `The output of the run is in ${printable(directory)}.`,
    '',
  ].join('\n')

const printedCertificate = (statement: Statement, id: string, directory: string): string =>
  [
    '',
    ...inWords(statement).map((line, index) => printable(index === 0 ? `Certified: ${line}` : line)),
    `  signed with key ${id}`,
    `Bundle: ${printable(directory)}: ${count(statement.subject.length, 'file')} and ${ATTESTATION}`,
    `To verify it: npx assay verify ${printable(directory)} --key ${PUBLIC_KEY}`,
    '',
  ].join('\n')
