import type { ReferenceServer } from '../reference/start-process.ts'
import type { ServedVersion } from '../reference/served-version.ts'
import type { Contract } from '../spec/index.ts'
import type { Format } from './causes.ts'

/** A version of the contract that was asked for. */
export interface GivenContract {
  /** As given. */
  readonly given: string
  readonly contract: Contract
  /** The version for the reference server. */
  readonly served: ServedVersion
}

/** The options of `assay run`, and of the commands that run it. */
export interface RunOptions {
  /** Path of the deployment file; undefined: the embedded reference deployment. */
  readonly deployment: string | undefined
  /** The reference server, started while this module was loaded; undefined: the run starts it if it needs it. */
  readonly embedded?: Promise<ReferenceServer> | undefined
  /** Areas and requirement ids; empty: all. */
  readonly only: readonly string[]
  /** Whether only what failed in the last whole run of the deployment, or since, is judged. */
  readonly onlyFailed?: boolean
  /** Areas and requirement ids that are left out. */
  readonly skip?: readonly string[]
  /** Maximum failed checks, as given; undefined: unlimited. */
  readonly maxFailures?: string | undefined
  /** Whether the run is only planned: nothing is sent or written. */
  readonly dryRun?: boolean
  /** How much is printed; default: usual. */
  readonly output?: 'quiet' | 'usual' | 'verbose'
  /** Whether conformance.json is printed, and everything else goes to standard error. */
  readonly json?: boolean
  /** Whether the end of the run is printed for people or for a coding agent; default: for people. */
  readonly format?: Format
  /** Folder of the report; undefined: a new folder, to which `reports/latest` points. */
  readonly out: string | undefined
  /** Part of the run that is run here, `i/n`; undefined: the whole. */
  readonly shard?: string | undefined
  /** File with durations of suites, by which shards are balanced. */
  readonly durations?: string | undefined
  /** Random seed; undefined: from the environment, or random. */
  readonly seed?: string | undefined
  /** Whether to vary what identifies Assay; a seed may require it too. */
  readonly varyIdentity?: boolean
  /** Whether Prism and Dredd are asked about the recording. */
  readonly secondOpinions: boolean
  /** Public address of the webhook port for the deployment; undefined: from the environment. */
  readonly webhookUrl?: string | undefined
  /** Local port on which webhooks are received. */
  readonly webhookPort?: string | undefined
  /** Path of a baseline of known failures. */
  readonly baseline?: string | undefined
  /** Blocked requirements that do not change exit code 0. */
  readonly allowBlocked?: readonly string[] | undefined
  /** The edition to judge by, as given; undefined: the latest. */
  readonly edition?: string | undefined
  /** The version of the contract to judge by; undefined: the one that Assay was made for. */
  readonly contract?: GivenContract | undefined
  /** Folder of the history in which the run is kept. */
  readonly history?: string | undefined
  /** Maximum duration of the run in minutes, as given; undefined: DEFAULT_DEADLINE_MINUTES. */
  readonly deadline?: string | undefined
  /** Directory of a finished run that is performed again from its recording, in place of a deployment. */
  readonly replay?: string
  /** Its report goes to others: nothing in it names a path of this machine. */
  readonly isCertified?: boolean
  /** Whether only conformance.json and the recordings are written, and no summary is printed. */
  readonly onlyVerdicts?: boolean
}
