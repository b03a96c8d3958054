/** The signed content: an in-toto Statement (v1) with a test result as its predicate. */
import { nonceIn } from '../fixtures/random.ts'
import type { RecordingHead } from '../fixtures/recording/recording.ts'
import type { Conformance, Verdict } from '../reports/conformance.ts'
import { CONVENTIONS } from '../spec/index.ts'
import { notOfferedIn } from '../spec/not-offered-operations.ts'
import { addedToRequests } from './added-to-requests.ts'
import { blockedInEdition } from './blocked-in-edition.ts'
import type { ClockAgreement } from './clock-agreement.ts'
import { digestOf, type FileDigest } from './files.ts'
import type { Span } from './span.ts'

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1'
export const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1'

interface Digest {
  readonly sha256: string
}

/** The inputs of the run. Each has an address or a digest. */
export interface ResourceDescriptor {
  readonly name: string
  readonly uri?: string
  readonly digest?: Digest
  readonly annotations?: Readonly<Record<string, string | number | boolean>>
}

export interface Statement {
  readonly _type: typeof STATEMENT_TYPE
  /** Every file of the bundle except the attestation. */
  readonly subject: readonly { readonly name: string; readonly digest: Digest }[]
  readonly predicateType: typeof PREDICATE_TYPE
  readonly predicate: {
    readonly result: 'PASSED' | 'WARNED' | 'FAILED'
    readonly configuration: readonly ResourceDescriptor[]
    /** Requirement ids, without those that are not specified, not offered, or blocked and of a later edition. */
    readonly passedTests: readonly string[]
    readonly warnedTests: readonly string[]
    readonly failedTests: readonly string[]
    readonly assayCertificate: Certificate
  }
}

/** Facts for which the predicate has no field. */
export interface Certificate {
  readonly schemaVersion: 1
  readonly contractVersion: string
  /** Edition of the requirements. */
  readonly edition: number
  readonly deployment: { readonly name: string; readonly baseUrl: string }
  /** Base URLs of the servers that got the requests in place of the base URL; default: none. */
  readonly replicas?: readonly string[]
  /** Headers, bodies and queries that the deployment file adds to requests; default: none. */
  readonly addedToRequests?: readonly string[]
  /** Claimed areas, all of them judged. */
  readonly areas: readonly string[]
  /** Areas that the deployment does not claim; the certificate makes no statement about them. */
  readonly areasNotClaimed: readonly string[]
  /** Operations that it does not offer. */
  readonly notOffered: readonly string[]
  /** Capabilities that it does not offer; default: it offers all. */
  readonly capabilitiesNotOffered?: readonly string[]
  /** Ids of the profiles that it reached; default: the run names no profile. */
  readonly profiles?: readonly string[]
  /** Nonce of the verifier; default: none. */
  readonly challenge?: string
  /** Times of the first request and the last response. */
  readonly startedAt: string
  readonly finishedAt: string
  readonly totals: Readonly<Record<Verdict, number>>
  /** Lower bound of the largest difference between the deployment's clock and the local clock, ms. */
  readonly clockDifferenceMs: number
  readonly issuedAt: string
  readonly expiresAt: string
}

/** The part of a statement that follows from the files of its bundle. */
export interface Bundled {
  readonly files: readonly FileDigest[]
  readonly conformance: Conformance
  readonly head: RecordingHead
  /** undefined: no exchanges. */
  readonly span: Span | undefined
  readonly clock: ClockAgreement
}

/** The part of a statement that only the issuer knows. */
export interface Issue {
  /** SHA-256 of the sources that decide verdicts. */
  readonly suites: string
  /** Figures of the self-test; undefined: unknown. */
  readonly proof: ResourceDescriptor | undefined
  readonly issuedAt: string
  readonly expiresAt: string
}

/** The statement on a bundle. The same bundle and issue give the same statement, byte for byte. */
export function statementOf({ files, conformance, head, span, clock }: Bundled, issue: Issue): Statement {
  const ids = (...verdicts: readonly Verdict[]) =>
    conformance.requirements.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id)
  const areas = (claimed: boolean) =>
    conformance.areas
      .filter((area) => area.claimed === claimed && area.id !== CONVENTIONS)
      .map(({ id }) => id)
  const failed = [...ids('fail', 'flaky'), ...blockedInEdition(conformance)]
  const warned = ids('warn')
  const challenge = nonceIn(head.seed)
  const replicas = head.deployment.replicas ?? []
  const added = addedToRequests(head.deployment)
  return {
    _type: STATEMENT_TYPE,
    subject: files.map(({ name, sha256 = '' }) => ({ name, digest: { sha256 } })),
    predicateType: PREDICATE_TYPE,
    predicate: {
      result: failed.length > 0 ? 'FAILED' : warned.length > 0 ? 'WARNED' : 'PASSED',
      configuration: [...configuration(head, issue.suites), ...(issue.proof ? [issue.proof] : [])],
      passedTests: ids('pass'),
      warnedTests: warned,
      failedTests: failed,
      assayCertificate: {
        schemaVersion: 1,
        contractVersion: conformance.contractVersion,
        edition: conformance.edition,
        deployment: conformance.deployment,
        ...(replicas.length === 0 ? {} : { replicas }),
        ...(added.length === 0 ? {} : { addedToRequests: added }),
        areas: areas(true),
        areasNotClaimed: areas(false),
        notOffered: notOfferedIn(head.deployment.operations),
        ...(conformance.notOffered && {
          capabilitiesNotOffered: conformance.notOffered.map(({ id }) => id),
        }),
        ...(conformance.profiles && {
          profiles: conformance.profiles.filter(({ state }) => state === 'reached').map(({ id }) => id),
        }),
        ...(challenge === undefined ? {} : { challenge }),
        startedAt: instant(span?.first) ?? conformance.startedAt,
        finishedAt: instant(span?.last) ?? conformance.finishedAt,
        totals: conformance.totals,
        clockDifferenceMs: clock.farthestMs,
        issuedAt: issue.issuedAt,
        expiresAt: issue.expiresAt,
      },
    },
  }
}

const instant = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString()

/** Name of the descriptor of the suites. */
export const SUITES = 'suites'
export const PROOF = 'proof'

const configuration = (
  { catalogueDigest, tool, deployment }: RecordingHead,
  suites: string,
): readonly ResourceDescriptor[] => [
  { name: 'catalogue', digest: { sha256: catalogueDigest } },
  { name: SUITES, digest: { sha256: suites } },
  { name: 'tool', uri: `pkg:npm/%40assay/conformance@${tool.version}`, annotations: { node: tool.node } },
  // From the recording: the deployment file as parsed, without secrets.
  { name: 'deployment', digest: { sha256: digestOf(JSON.stringify(deployment)) } },
]
