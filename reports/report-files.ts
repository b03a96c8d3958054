/** Every file of a run but its recordings, which are written as the run goes on. */
export const REPORT_FILES = [
  'conformance.json',
  'junit.xml',
  'ctrf.json',
  'results.sarif',
  'summary.md',
  'badge.json',
  'index.html',
] as const

/** Recordings: every judgement, a line each as it comes. */
export const JUDGEMENTS = 'judgements.jsonl'

/** Recordings: every check that a run means to perform, one line each, written before the first starts. */
export const PLAN = 'planned.jsonl'

/** Is there for as long as the run goes on, and names its process. */
export const UNDER_WAY = '.under-way'

/** In addition: the duration of each suite, ms, which balances the shards of a later run. */
export const DURATIONS = 'durations.json'

/** In addition: the exchanges as HTTP Archive 1.2, for browsers and proxies. */
export const HAR = 'exchanges.har'

/** In addition, for recorded traffic: counts of judged and skipped exchanges, with reasons. */
export const TRAFFIC = 'traffic.json'

/** The summary of an exploration, in a separate folder. */
export const EXPLORATION = 'exploration.json'

export type ReportFile = (typeof REPORT_FILES)[number]
