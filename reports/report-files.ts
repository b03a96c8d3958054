/** Every file of a run but its recordings, which are written as the run goes on. */
export const REPORT_FILES = [
  'conformance.json',
  'junit.xml',
  'ctrf.json',
  'summary.md',
  'badge.json',
  'index.html',
] as const

/** Beside them: how long each suite took, ms, by which the shards of another run are balanced. */
export const DURATIONS = 'durations.json'

export type ReportFile = (typeof REPORT_FILES)[number]
