/** What may stop a run before its end: an interrupt, a parent that is gone, silence, a mistake of ours. */
import type { Evidence } from '../fixtures/evidence.ts'
import type { Stop } from '../runner/report-run.ts'
import type { Terminal } from './terminal.ts'

export interface Stopping {
  /** Aborted when the run is to stop. */
  readonly signal: AbortSignal
  /** Why it stopped; undefined: it did not. */
  why(): Stop | undefined
  /** Stops the run when no exchange is kept for so long: something hangs. */
  watching(evidence: Evidence, longestSilenceMs: number): Evidence
  /** Listens no more. */
  end(): void
}

const INTERRUPTED: Stop = {
  reason: 'the run was interrupted',
  fixIn: 'environment',
  next: 'Run again without interrupting.',
}

/** From now on. A second interrupt ends the process at once. Where there is no process, nothing but silence stops a run. */
export function untilStopped({ isProcess }: Pick<Terminal, 'isProcess'>): Stopping {
  const controller = new AbortController()
  let reason: Stop | undefined
  let silence: NodeJS.Timeout | undefined

  const stop = (why: Stop) => {
    reason ??= why
    controller.abort()
  }
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(3)
    stop(INTERRUPTED)
  }
  const mistake = (error: unknown) =>
    stop({
      reason: `the harness failed: ${error instanceof Error ? error.message : String(error)}`,
      fixIn: 'harness',
      next: 'Report this to the makers of Assay, with the report.',
    })
  // Whoever started this process with a channel is gone, however it ended.
  const orphaned = () => stop(INTERRUPTED)

  if (isProcess) {
    process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
    process.on('uncaughtException', mistake).on('unhandledRejection', mistake)
    process.on('disconnect', orphaned)
    process.channel?.unref()
  }
  return {
    signal: controller.signal,
    why: () => reason,
    watching(evidence, longestSilenceMs) {
      const restart = () => {
        clearTimeout(silence)
        silence = setTimeout(
          () =>
            stop({
              reason: `the run hangs: nothing happened for ${Math.round(longestSilenceMs / 1000)} s`,
              fixIn: 'harness',
              next: 'Report this to the makers of Assay, with the report.',
            }),
          longestSilenceMs,
        ).unref()
      }
      restart()
      return {
        keep(exchange, body) {
          if (controller.signal.aborted) return
          restart()
          evidence.keep(exchange, body)
        },
      }
    },
    end() {
      clearTimeout(silence)
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
      process.off('uncaughtException', mistake).off('unhandledRejection', mistake)
      process.off('disconnect', orphaned)
    },
  }
}
