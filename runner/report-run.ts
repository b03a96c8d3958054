import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedAddresses } from '../fixtures/config/shared-addresses.ts'
import { chosenSeed } from '../fixtures/random.ts'
import { redactTexts } from '../fixtures/redaction/redact-texts.ts'
import { withoutSecrets as withoutOwnSecrets } from '../fixtures/redaction/without-secrets.ts'
import { EXCHANGES } from '../fixtures/recording/evidence.ts'
import type { Conformance, Exchange, FixIn, Judgement } from '../reports/conformance.ts'
import { conformanceOf } from '../reports/conformance-of.ts'
import { durationsOf } from '../reports/durations-of.ts'
import { exchangesIn } from '../reports/exchange-lines.ts'
import { missingEvidence, withEvidence } from '../reports/missing-evidence.ts'
import { ownWords } from '../reports/own-words.ts'
import type { CheckOfSuite } from '../reports/planned-checks.ts'
import { seenLine } from '../reports/seen-line.ts'
import { DURATIONS, REPORT_FILES } from '../reports/report-files.ts'
import type { Baseline } from '../reports/waiver.ts'
import { withBaselineAndHistory } from '../reports/baseline-and-history.ts'
import { writeReport } from '../reports/write-report.ts'
import { defaultContract } from '../spec/index.ts'
import { notOfferedIn } from '../spec/not-offered-operations.ts'
import { refuseReplacedFolder } from './run-lock.ts'
import type { RunPlan } from './run-plan.ts'
import type { SecretGuard } from './secret-scan.ts'
import { toolVersion } from './tool-version.ts'
import { writeArchive } from './write-archive.ts'
import { makeFolder } from '../spec/make-folder.ts'

/** The results of a run's checks. */
export interface PerformedRun {
  /** The checks that were to be performed here. */
  readonly planned: readonly CheckOfSuite[]
  /** Every attempt that was judged. */
  readonly judgements: readonly Judgement[]
  readonly startedAt: string
  readonly finishedAt: string
  /** Why it was interrupted; undefined: it is complete. */
  readonly stopped: Stop | undefined
  /** The exchanges are those of others: no provider state would have judged more. */
  readonly isRecorded?: boolean
}

/** Why a run stopped, and the next step. */
export interface Stop {
  readonly reason: string
  readonly next?: string
  readonly fixIn: FixIn
}

/** Additional content of a report. */
export interface Known {
  /** Failures that were known before; undefined: the run has no baseline. */
  readonly baseline: Baseline | undefined
  /** Requirement ids that may be blocked with exit code 0, or `all`; undefined: none. */
  readonly allowBlocked: readonly string[] | undefined
  /** Folder of the history with earlier results; undefined: none. */
  readonly history: string | undefined
}

/** A report that is written. */
export interface Reported {
  readonly conformance: Conformance
  readonly page: string
  /** By the id of a cause, the request and response that show it. */
  readonly seen: ReadonlyMap<string, string>
  /** What the report omits, for the person; undefined: nothing. */
  readonly notice: string | undefined
}

/**
 * Derives the verdicts, and writes the report without any secret that the run has learned.
 *
 * @param onlyVerdicts writes conformance.json and the recordings only: drawing the rest takes a third of a replay
 */
export async function reportRun(
  plan: RunPlan,
  performed: PerformedRun,
  known: Known,
  guard: SecretGuard,
  onlyVerdicts = false,
): Promise<Reported> {
  const { out } = plan
  refuseReplacedFolder(out)
  // Somebody may have deleted the folder while the run went on.
  makeFolder(out)
  guard.cleanRecordings()
  const exchanges = await exchangesIn(join(out, EXCHANGES))
  if (!onlyVerdicts) guard.trust(await writeArchive(out, exchanges))
  const { planned, startedAt, finishedAt, isRecorded = false } = performed
  // A replay names requests that its recording does not have: they have no exchange.
  const found = isRecorded || plan.recording ? performed : evidenced(performed, exchanges)
  const redact = guard.redaction()
  // Before anything is folded: the title of a cause is cut, and part of a secret is not known as one.
  const stopped = found.stopped && redactTexts(found.stopped, redact)
  const judgements = found.judgements.map((judgement) => redactedJudgement(judgement, redact))
  const folded = conformanceOf(
    {
      ...scopeOf(plan),
      ...(isRecorded && { servesStates: true }),
      planned,
      judgements,
      startedAt,
      finishedAt,
      complete: stopped === undefined,
      ...(stopped && {
        incompleteReason: stopped.reason,
        incompleteFixIn: stopped.fixIn,
        ...(stopped.next !== undefined && { incompleteNext: stopped.next }),
      }),
    },
    exchanges,
    plan.deployment.contract,
  )
  const conformance = withoutSecrets(withBaselineAndHistory(folded, known), redact)
  const runMs = Date.parse(finishedAt) - Date.parse(startedAt)
  refuseReplacedFolder(out)
  writeFileSync(join(out, DURATIONS), `${JSON.stringify(durationsOf(planned, judgements, runMs), null, 2)}\n`)
  const page = await writeReport(
    out,
    conformance,
    exchanges,
    onlyVerdicts ? ['conformance.json'] : REPORT_FILES,
  )
  return {
    conformance,
    page,
    seen: seenOf(conformance, exchanges, redact),
    notice: guard.cleanReport(() => ownWords(conformance)),
  }
}

/** The facts of a run, before any judgement. */
export const scopeOf = ({ deployment, only, edition, seed, shard, commands }: RunPlan) => ({
  claimedAreas: deployment.areas,
  servesStates: deployment.states !== undefined || deployment.stateFunctions !== undefined,
  notOffered: notOfferedIn(deployment.operations),
  withoutCapabilities: (deployment.contract ?? defaultContract).catalogue.capabilities.filter(({ id }) =>
    deployment.notOffered.includes(id),
  ),
  sharedAddresses: sharedAddresses(deployment.operations),
  only,
  ...(shard && { shard: { index: shard.index, of: shard.of } }),
  toolVersion: toolVersion(),
  deployment: {
    name: withoutOwnSecrets(deployment, deployment.name),
    baseUrl: withoutOwnSecrets(deployment, deployment.baseUrl),
  },
  edition,
  seed: chosenSeed(seed),
  ...(commands && { commands }),
})

/** The results of a run without judgements that lack evidence. */
function evidenced(
  { judgements, stopped }: PerformedRun,
  exchanges: readonly Exchange[],
): Pick<PerformedRun, 'judgements' | 'stopped'> {
  const found = withEvidence(judgements, new Set(exchanges.map(({ id }) => id)))
  if (found.missing.length === 0) return { judgements, stopped }
  const lost: Stop = {
    reason: missingEvidence(found.missing),
    fixIn: 'environment',
    next: 'Set --out to a folder that no other process changes, then run again.',
  }
  return { judgements: found.judgements, stopped: stopped ?? lost }
}

/** Texts that may contain text of a deployment; all others are Assay's own. */
const QUOTING: ReadonlySet<string> = new Set([
  'message',
  'reason',
  'next',
  'incompleteReason',
  'name',
  'baseUrl',
  'run',
  'doctor',
  'deploymentFile',
  'cause',
])

/** The texts of a judgement can quote a response, unless it is a pass. */
function redactedJudgement(judgement: Judgement, redact: (text: string) => string): Judgement {
  const { message, violation, conventions } = judgement
  const quotes =
    message !== undefined ||
    violation !== undefined ||
    conventions.some(({ violations }) => violations.length > 0)
  return quotes ? redactTexts(judgement, redact) : judgement
}

const withoutSecrets = (conformance: Conformance, redact: (text: string) => string): Conformance => ({
  ...(JSON.parse(
    JSON.stringify(conformance, (key, value: unknown) =>
      typeof value === 'string' && QUOTING.has(key) ? redact(value) : value,
    ),
  ) as Conformance),
  // The title of a requirement is a text of Assay; that of a cause may quote a response.
  causes: conformance.causes.map((cause) => ({
    ...cause,
    id: redact(cause.id),
    title: redact(cause.title),
    next: redact(cause.next),
  })),
})

function seenOf(
  { causes }: Conformance,
  exchanges: readonly Exchange[],
  redact: (text: string) => string,
): ReadonlyMap<string, string> {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  return new Map(
    causes.flatMap((cause) => {
      const line = seenLine(cause, byId, redact)
      return line === undefined ? [] : [[cause.id, line] as const]
    }),
  )
}
