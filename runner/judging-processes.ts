/** The processes that judge deployments. An idle one is used again: loading the suites takes a second. */
import { fork, type ChildProcess } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Asked, Judged } from './judging-process.ts'

const program = fileURLToPath(new URL(`judging-process${extname(import.meta.url)}`, import.meta.url))

export interface JudgingProcess {
  /** @throws Error when the process ends before the target is judged */
  judge(asked: Asked): Promise<Judged>
  /** Keeps it for the next caller. It ends with this process. */
  release(): void
}

interface Awaited {
  readonly done: (judged: Judged) => void
  readonly broken: (reason: Error) => void
}

const idle: JudgingProcess[] = []

/** An idle process, or a new one. */
export const takeProcess = (): JudgingProcess => idle.pop() ?? startProcess()

function startProcess(): JudgingProcess {
  // Below a test, neither its flags nor its context are for this program.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [], env })
  const awaited = new Map<string, Awaited>()
  const end = (reason: Error) => {
    const place = idle.indexOf(judging)
    if (place !== -1) idle.splice(place, 1)
    for (const { broken } of awaited.values()) broken(reason)
    awaited.clear()
  }
  child.on('message', (judged: Judged) => {
    awaited.get(judged.name)?.done(judged)
    awaited.delete(judged.name)
  })
  child.on('error', end)
  child.on('exit', (code) => end(new Error(`a judging process ended with ${code}`)))
  const judging: JudgingProcess = {
    judge(asked) {
      keepAlive(child)
      return new Promise((done, broken) => {
        awaited.set(asked.target.name, { done, broken })
        child.send(asked)
      })
    },
    release() {
      if (child.exitCode !== null || !child.connected) return
      child.unref()
      child.channel?.unref()
      idle.push(judging)
    },
  }
  return judging
}

function keepAlive(child: ChildProcess): void {
  child.ref()
  child.channel?.ref()
}
