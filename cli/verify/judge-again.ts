import { fileURLToPath } from 'node:url'
import type { Bundle } from '../../certificates/bundle.ts'
import { compareRun, type Rejudged } from '../../certificates/compare-run.ts'
import { compareVerdicts, type Difference } from '../../certificates/compare-verdicts.ts'
import type { Problem } from '../../certificates/examine-bundle.ts'
import { excerptOf } from '../../certificates/excerpt-of.ts'
import { proofOf } from '../../certificates/proof.ts'
import { issueOf } from '../../certificates/statement-in.ts'
import type { Statement } from '../../certificates/statement.ts'
import { suitesOf } from '../../certificates/suites-digest.ts'
import { catalogueDigest } from '../../runner/catalogue-digest.ts'
import { editions } from '../../spec/index.ts'
import { rejudge } from '../rejudge.ts'
import type { Terminal } from '../terminal.ts'
import { reportsThatDiffer } from './reports-that-differ.ts'
import { reportProblem } from '../../reports/report-problem.ts'

/** The result of replaying the recording of a bundle. */
export interface JudgedAgain {
  readonly problems: readonly Problem[]
  /** Why it is inconclusive. */
  readonly open: readonly string[]
  /** Statements that were not checked, since other suites would be needed. */
  readonly unchecked: readonly string[]
  /** Statements that nothing in the bundle determines, besides those that it never does. */
  readonly signerStatements: readonly string[]
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

const root = fileURLToPath(new URL('../..', import.meta.url))
let digestOfSuites: string | undefined
/** The loaded suites do not change. A checkout has a thousand files to read for their digest. */
const installedSuites = () => (digestOfSuites ??= suitesOf(root))

/** Statements that only the suites of the certificate can reproduce. */
const NEEDS_THE_SAME_SUITES: readonly string[] = [
  'that the recording gives the certified verdicts under the suites of the certificate',
  'conformance.json beyond verdicts: coverage, latency, titles, reasons and provider states',
  'that the other reports match the run',
  'the catalogue of requirements, and the self-test of the checks',
]

const NOTHING: JudgedAgain = {
  problems: [],
  open: [],
  unchecked: [],
  signerStatements: [],
  rejudged: undefined,
}

/** Judges the recording of a bundle by the suites that are here, and compares everything that follows from it. */
export async function judgeAgain(
  directory: string,
  statement: Statement,
  bundle: Bundle,
  terminal: Terminal,
): Promise<JudgedAgain> {
  const { suites } = issueOf(statement)
  const installed = installedSuites()
  const sameSuites = suites === installed
  const { version } = bundle.head.tool
  const others = sameSuites
    ? []
    : [
        `different suites judged it (Assay ${version}, ${short(suites)}; here: ${short(installed)}): verify it with Assay ${version}`,
      ]
  const unchecked = sameSuites ? [] : NEEDS_THE_SAME_SUITES
  const malformed = reportProblem(bundle.conformance)
  if (malformed !== undefined && sameSuites)
    return { ...NOTHING, problems: [claim(`conformance.json is invalid: ${malformed}`)] }
  // Another version may write another form, and a forger says that it did.
  if (malformed !== undefined)
    return { ...NOTHING, open: [...others, `conformance.json has another form: ${malformed}`], unchecked }
  const foreign = sameSuites ? foreignClaims(statement, bundle) : []
  const edition = bundle.head.edition ?? 1
  const again = editions.some((one) => one.edition === edition)
    ? await judgedToTheEnd(directory, terminal)
    : `edition ${edition} is unknown to these suites`
  if (typeof again === 'string') {
    const failed: readonly Problem[] = sameSuites ? [{ name: 'claim', found: again }] : []
    const open = sameSuites ? [] : [...others, again]
    return { problems: [...foreign, ...failed], open, unchecked, signerStatements: [], rejudged: undefined }
  }
  const differences = compareVerdicts(bundle.conformance, again.conformance)
  const rejudged = {
    sameSuites,
    sameCatalogue: bundle.head.catalogueDigest === catalogueDigest(),
    requirements: again.conformance.requirements.filter(({ checks }) => checks.length > 0).length,
    differences,
  }
  if (!sameSuites) return { problems: [], open: others, unchecked, signerStatements: [], rejudged }
  const { problems, signerStatements } = await reportsThatDiffer(directory, bundle, again)
  const claims = compareRun(bundle, again).map(claim)
  return {
    problems: [...foreign, ...differences.map(problemOf), ...claims, ...problems],
    open: [],
    unchecked,
    signerStatements,
    rejudged,
  }
}

/** @returns the result, or the reason why there is none */
async function judgedToTheEnd(directory: string, terminal: Terminal): Promise<Rejudged | string> {
  const failed = 'the recording could not be judged again completely'
  try {
    return (await rejudge(directory, terminal)) ?? failed
  } catch (error) {
    // Anybody who has the key may have signed anything.
    return `${failed}: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** The statement about the suites, if they are the installed ones. */
export function foreignClaims(statement: Statement, { head }: Bundle): readonly Problem[] {
  const { proof } = issueOf(statement)
  const proven = proofOf(root)
  const parts = [
    ['proof of the checks', proof, proven],
    ['catalogue of requirements', head.catalogueDigest, catalogueDigest()],
  ] as const
  return parts
    .filter(([, said, derived]) => JSON.stringify(said) !== JSON.stringify(derived))
    .map(([name, said, derived]) =>
      claim(
        `the ${name} is ${excerptOf(said)} in the bundle; by the same suites it is ${excerptOf(derived)}`,
      ),
    )
}

const claim = (found: string): Problem => ({ name: 'claim', found })

const short = (digest: string) => digest.slice(0, 12)

const problemOf = ({ id, certified, again, reason }: Difference): Problem => ({
  name: 'verdict',
  found: `${id} is certified as ${certified ?? 'not known'}; the recording gives ${again ?? 'not known'}${reason === undefined ? '' : `: ${reason}`}`,
})
