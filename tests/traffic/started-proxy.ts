/** `assay proxy` as a process, on a free port. */
import { createInterface } from 'node:readline'
import { startAssay } from '../cli/assay.ts'

export interface StartedProxy {
  /** Base address that it prints. */
  readonly base: string
  /** Ends it as a person or a CI system does, and waits for its report. */
  readonly end: (signal: 'SIGINT' | 'SIGTERM') => Promise<{
    readonly code: number | null
    readonly stdout: string
    readonly stderr: string
  }>
}

/** @throws Error with its output when it ends before it listens */
export async function startProxy(options: readonly string[]): Promise<StartedProxy> {
  const child = startAssay(['proxy', ...options])
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')))
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const lines = createInterface({ input: child.stderr })
  const base = await new Promise<string>((started, failed) => {
    lines.on('line', (line) => {
      stderr += `${line}\n`
      const found = /^Use (\S+) as the base address/.exec(line)?.[1]
      if (found !== undefined) started(found)
    })
    void ended.then(() => failed(new Error(stderr)))
  })
  return {
    base,
    async end(signal) {
      child.kill(signal)
      return { code: await ended, stdout, stderr }
    },
  }
}
