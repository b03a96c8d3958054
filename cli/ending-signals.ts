import type { Terminal } from './terminal.ts'

/**
 * The signals at which a command ends with its report. A terminal that closes sends SIGHUP. Without a terminal, `nohup` may
 * have it ignored, and a listener would change that.
 */
export const endingSignals = ({
  stdout,
  stderr,
}: Pick<Terminal, 'stdout' | 'stderr'>): readonly NodeJS.Signals[] => [
  'SIGINT',
  'SIGTERM',
  ...(stdout.isTTY === true || stderr.isTTY === true ? (['SIGHUP'] as const) : []),
]
