import type { Terminal } from '../terminal.ts'

/** The input of every command. */
export interface CommandContext {
  readonly terminal: Terminal
  /** Sets the exit code of the process; without it, 0. */
  readonly ends: (code: number) => void
}
