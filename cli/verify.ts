import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Bundle } from '../certificates/bundle.ts'
import { compareVerdicts, type Difference } from '../certificates/compare-verdicts.ts'
import { examineBundle, type Problem } from '../certificates/examine-bundle.ts'
import { ATTESTATION } from '../certificates/files.ts'
import { verificationKey } from '../certificates/keys.ts'
import { issueOf } from '../certificates/statement-in.ts'
import type { Statement } from '../certificates/statement.ts'
import { suitesOf } from '../certificates/suites-digest.ts'
import { REPORT_FILES } from '../reports/report-files.ts'
import { exchangesIn } from '../reports/exchange-lines.ts'
import { writeReport } from '../reports/write-report.ts'
import { catalogueDigest } from '../runner/catalogue-digest.ts'
import { printedVerification } from './printed-verification.ts'
import { refuseSteering } from './refuse-steering.ts'
import { rejudge } from './rejudge.ts'
import { keyFile, keyIn } from './signing-key.ts'
import { UsageError } from './usage-error.ts'
import type { Terminal } from './terminal.ts'

export interface VerifyOptions {
  readonly bundle: string
  /** Path of the public key. */
  readonly key: string
  readonly json: boolean
}

/** What was found of a bundle. */
export interface Verification {
  readonly outcome: 'verified' | 'not-verified' | 'inconclusive'
  readonly problems: readonly Problem[]
  /** Why it could not be told to the end. */
  readonly open: readonly string[]
  /** What is signed; undefined: nothing that could be believed. */
  readonly statement: Statement | undefined
  readonly keyid: string | undefined
  /** undefined: its recording was not judged again. */
  readonly rejudged:
    | {
        /** Whether by the same suites as then. */
        readonly sameSuites: boolean
        readonly sameCatalogue: boolean
        readonly requirements: number
        readonly differences: readonly Difference[]
      }
    | undefined
}

const EXIT_CODES = { verified: 0, 'not-verified': 1, inconclusive: 3 } as const

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Verifies a bundle with nothing but its files and the public key, and judges its recording once more.
 *
 * @param now ms since the epoch
 * @returns the exit code: 0 verified, 1 not, 3 it could not be told
 * @throws UsageError when there is no bundle or no key
 */
export async function verify(
  { bundle: directory, key: keyPath, json }: VerifyOptions,
  terminal: Terminal,
  now = () => Date.now(),
): Promise<0 | 1 | 3> {
  if (!existsSync(join(directory, ATTESTATION))) {
    throw new UsageError(
      `verify: ${directory} is no bundle: there is no ${ATTESTATION} in it.`,
      'Name the directory that `assay certify --out` wrote.',
    )
  }
  const key = keyIn({ pem: keyFile(keyPath, terminal), from: keyPath }, verificationKey)
  refuseSteering('verify', terminal.environment)

  const examined = await examineBundle(directory, key, now())
  const { statement, keyid, bundle, open } = examined
  const judged = statement && bundle ? await judgedAgain(directory, statement, bundle, terminal) : undefined
  const problems = [...examined.problems, ...(judged?.problems ?? [])]
  const left = [...open, ...(judged?.open ?? [])]
  const verification: Verification = {
    outcome: problems.length > 0 ? 'not-verified' : left.length > 0 ? 'inconclusive' : 'verified',
    problems,
    open: left,
    statement,
    keyid,
    rejudged: judged?.rejudged,
  }
  terminal.stdout.write(
    json
      ? `${JSON.stringify(asData(directory, verification), null, 2)}\n`
      : printedVerification(verification),
  )
  return EXIT_CODES[verification.outcome]
}

type Judged = Pick<Verification, 'problems' | 'open' | 'rejudged'>

/** What comes out of the recording when it is judged by the suites that are here. */
async function judgedAgain(
  directory: string,
  statement: Statement,
  bundle: Bundle,
  terminal: Terminal,
): Promise<Judged> {
  const { suites } = issueOf(statement)
  const ours = suitesOf(root)
  const sameSuites = suites === ours
  const sameCatalogue = bundle.head.catalogueDigest === catalogueDigest()
  const others = `it was judged by other suites (Assay ${bundle.head.tool.version}, ${short(suites)}) than those here (${short(ours)})${sameCatalogue ? '' : ', with another catalogue of requirements'}`

  const again = await rejudge(directory, terminal)
  if (again === undefined) {
    return {
      problems: [],
      open: ['the recording could not be judged once more to its end'],
      rejudged: undefined,
    }
  }
  const differences = compareVerdicts(bundle.conformance, again)
  const rejudged = {
    sameSuites,
    sameCatalogue,
    requirements: again.requirements.filter(({ checks }) => checks.length > 0).length,
    differences,
  }
  if (!sameSuites) {
    const open =
      differences.length === 0 ? [] : [`${others}; ${differences.length} verdicts did not come out again`]
    return { problems: [], open, rejudged }
  }
  const redrawn = await reportsThatDiffer(directory, bundle)
  return { problems: [...differences.map(problemOf), ...redrawn], open: [], rejudged }
}

const short = (digest: string) => digest.slice(0, 12)

const problemOf = ({ id, certified, again, reason }: Difference): Problem => ({
  name: 'verdict',
  found: `${id} is certified as ${certified ?? 'not known'}; from the recording it comes out as ${again ?? 'not known'}${reason === undefined ? '' : `: ${reason}`}`,
})

/**
 * The files that programs read must say what the run does, and nothing else. The report for people is signed like them, but
 * it holds evidence packed in a way that differs from machine to machine.
 */
async function reportsThatDiffer(directory: string, { conformance }: Bundle): Promise<readonly Problem[]> {
  const drawn = mkdtempSync(join(tmpdir(), 'assay-redrawn-'))
  try {
    await writeReport(drawn, conformance, await exchangesIn(join(directory, 'exchanges.jsonl')))
    return REPORT_FILES.filter((name) => name !== 'index.html')
      .filter((name) => {
        const signed = join(directory, name)
        return !existsSync(signed) || !readFileSync(signed).equals(readFileSync(join(drawn, name)))
      })
      .map((name) => ({ name: 'report', found: `${name} is not what the run and its recording give` }))
  } catch (error) {
    // Whoever has the key may have signed anything.
    const found = `they cannot be written from the run: ${error instanceof Error ? error.message : String(error)}`
    return [{ name: 'report', found }]
  } finally {
    rmSync(drawn, { recursive: true, force: true })
  }
}

/** For `--json`. */
function asData(directory: string, { outcome, problems, open, statement, keyid, rejudged }: Verification) {
  const { result, assayCertificate } = statement?.predicate ?? {}
  return {
    bundle: directory,
    outcome,
    exitCode: EXIT_CODES[outcome],
    keyid,
    result,
    ...assayCertificate,
    problems,
    open,
    rejudged,
  }
}
