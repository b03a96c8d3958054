/** The environment of a command: its output streams and variables. */
export interface Output {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): boolean
}

export interface Terminal {
  readonly stdout: Output
  readonly stderr: Output
  readonly environment: Record<string, string | undefined>
  /** Whether it is a separate process, which owns its signals and errors. */
  readonly isProcess: boolean
}

/** Width of a terminal; undefined: the output is none, and lines stay whole. */
export const columnsOf = ({ isTTY, columns }: Output): number | undefined =>
  isTTY === true ? columns : undefined

/** That of this process. */
export const ownTerminal = (): Terminal => ({
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
  isProcess: true,
})
