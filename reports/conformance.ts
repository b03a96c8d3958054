/** The value of a finished run: what `conformance.json` holds and every report is written from. */
import type { TypeOf } from '../spec/json-schema.ts'
import type { conformanceSchema } from './conformance-schema.ts'

export type { FixIn, ConventionTally, Exchange, Judgement, Verdict, Violation } from '../spec/judgement.ts'

/** A check that this run means to make, known before it runs, so that one which never ran is not forgotten. */
export interface PlannedCheck {
  readonly check: string
  readonly title: string
  readonly requirements: readonly string[]
}

export type Conformance = TypeOf<typeof conformanceSchema>

export type AreaResult = Conformance['areas'][number]
export type Cause = Conformance['causes'][number]
/** For a shell in the folder in which the run was started. */
export type Commands = NonNullable<Conformance['commands']>
/** The response time of an operation, in whole milliseconds. */
export type OperationLatency = NonNullable<Conformance['latency']>[number]
export type ProfileResult = NonNullable<Conformance['profiles']>[number]
/** How often a provider state was set up in one way, and what that left behind. */
export type StateProvenance = NonNullable<Conformance['states']>[number]
export type WithoutStates = NonNullable<Conformance['withoutStates']>
/** A state, or one with a parameter: `agent with scaRegion`. */
export type StateAddition = WithoutStates['additions'][number]
/** Operations that the run called, and those that seem not to be there. */
export type CalledOperations = NonNullable<WithoutStates['operations']>
/** A part of a run, judged by itself. */
export type ShardOfRun = Omit<NonNullable<Conformance['shard']>, 'complete'>

export type RequirementResult = Conformance['requirements'][number]
export type CheckResult = RequirementResult['checks'][number]
/** The entry of a baseline for a requirement. */
export type Waiver = NonNullable<RequirementResult['waiver']>
/** The verdict of an earlier run on a requirement. */
export type PastVerdict = NonNullable<RequirementResult['history']>[number]

export type Coverage = Conformance['coverage']
export type StateTableCoverage = NonNullable<Coverage['transitions']>[number]

/** The results of other tools for the recorded responses. They do not change a verdict. */
export type SecondOpinions = Conformance['secondOpinions']
export type Opinion = SecondOpinions['opinions'][number]
export type NotJudged = Opinion['notJudged'][number]
export type SchemaOpinion = Opinion['schemas'][number]
/** A response on which a tool and Assay disagree. */
export type Disagreement = Opinion['disagreements'][number]
