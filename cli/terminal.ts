/** What a command stands on: where it writes, and what was set for it. */
export interface Output {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): boolean
}

export interface Terminal {
  readonly stdout: Output
  readonly stderr: Output
  readonly environment: Record<string, string | undefined>
  /** Whether it is a process of its own, whose signals and mistakes are the command's. */
  readonly isProcess: boolean
}

/** That of this process. */
export const ownTerminal = (): Terminal => ({
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
  isProcess: true,
})
