import { spawn } from 'node:child_process'
import { printable } from '../../reports/printable.ts'
import type { ExitCode } from '../../reports/fleet/fleet.ts'
import { ASSAY } from '../own-program.ts'

/** A run of `assay` in a separate process. */
export interface RunUnderWay {
  /** `said`: its last output, if it wrote no report. */
  readonly ended: Promise<{ readonly exitCode: ExitCode; readonly said: string }>
  interrupt(signal: NodeJS.Signals): void
}

const LINES_KEPT = 20

/**
 * Starts `assay run`, and prefixes each line of its output with the name of its deployment.
 *
 * @param environment of the process
 * @param parameters of `assay run`
 */
export function startRun(
  name: string,
  environment: NodeJS.ProcessEnv,
  parameters: readonly string[],
): RunUnderWay {
  // Its own table would be one of many, and all of it is in its report.
  const child = spawn(process.execPath, [ASSAY, 'run', ...parameters], {
    // The run detects the end of this process through the channel.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: environment,
  })
  const lines: string[] = []
  let rest = ''
  const show = (line: string) => {
    process.stderr.write(`${printable(name)}: ${line}\n`)
    if (lines.push(line) > LINES_KEPT) lines.shift()
  }
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    const whole = `${rest}${text}`.split('\n')
    rest = whole.pop() ?? ''
    whole.forEach(show)
  })
  return {
    interrupt: (signal) => void child.kill(signal),
    ended: new Promise((done, broken) => {
      child.on('error', broken)
      child.on('close', (code) => {
        if (rest !== '') show(rest)
        const exitCode = code === 0 || code === 1 || code === 2 ? code : 3
        done({
          exitCode,
          said: lines.join('\n') || `It ended with ${code ?? 'a signal'} without a report.`,
        })
      })
    }),
  }
}
