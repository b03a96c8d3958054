/** Reasons to stop a run early: a signal, its deadline, a dead parent, silence, an internal error. */
import { assayError } from '../errors/index.ts'
import type { Evidence } from '../fixtures/recording/evidence.ts'
import { startTimer } from '../fixtures/time.ts'
import type { Stop } from '../runner/report-run.ts'
import { stopOf } from '../runner/stop-of.ts'
import { endingSignals } from './ending-signals.ts'
import type { Terminal } from './terminal.ts'

export interface Stopping {
  /** Aborted when the run is to stop. */
  readonly signal: AbortSignal
  /** Resolves then. */
  readonly stopped: Promise<void>
  /** Stops the run. */
  stop(why: Stop): void
  /** Why it stopped; undefined: it did not. */
  why(): Stop | undefined
  /**
   * The result of the work.
   *
   * @throws AssayError when the run must stop before
   */
  before<Result>(work: Promise<Result>): Promise<Result>
  /** Stops the run when no exchange is recorded for this time: something hangs. */
  watching(evidence: Evidence, longestSilenceMs: number): Evidence
  /** Listens no more. */
  end(): void
}

const INTERRUPTED: Stop = {
  reason: 'the run was interrupted',
  fixIn: 'environment',
  next: 'Run again without interrupting.',
}

const deadlineReached = (minutes: number): Stop => ({
  reason: `the run reached its deadline of ${minutes === 1 ? '1 minute' : `${minutes} minutes`}`,
  fixIn: 'environment',
  next: 'Increase --deadline, or judge fewer areas with --only.',
})

const hangs = (silenceMs: number): Stop => ({
  reason: `the run hangs: nothing happened for ${Math.round(silenceMs / 1000)} s`,
  fixIn: 'harness',
  next: 'Report this bug in Assay, with the report.',
})

/** A signal to the whole process group comes twice: from its sender, and from the parent that forwards it. */
const SAME_SIGNAL_MS = 500
/** The children of a parent that was killed end within a second. */
const ORPHAN_MS = 600

/**
 * From now on. A second interrupt ends the process at once. Where there is no process, only the deadline and silence stop
 * a run.
 *
 * @param deadlineMinutes longest time of the run, from now
 */
export function untilStopped(
  terminal: Pick<Terminal, 'isProcess' | 'stdout' | 'stderr'>,
  deadlineMinutes: number,
): Stopping {
  const controller = new AbortController()
  let reason: Stop | undefined
  const stopped = new Promise<void>((done) =>
    controller.signal.addEventListener('abort', () => done(), { once: true }),
  )
  const stop = (why: Stop) => {
    reason ??= why
    controller.abort()
  }
  const deadline = startTimer(() => stop(deadlineReached(deadlineMinutes)), deadlineMinutes * 60_000)
  const silence = createSilenceTimer(stop)
  const stopListening = terminal.isProcess
    ? listenToProcess(stop, controller.signal, endingSignals(terminal))
    : () => {}

  return {
    signal: controller.signal,
    stopped,
    stop,
    why: () => reason,
    before: (work) =>
      Promise.race([
        work,
        stopped.then(() => {
          throw assayError('stopped-before-start', { reason: reason!.reason, next: reason!.next })
        }),
      ]),
    watching(evidence, longestSilenceMs) {
      silence.restart(longestSilenceMs)
      return {
        keep(exchange, body) {
          if (controller.signal.aborted) return
          silence.restart(longestSilenceMs)
          try {
            evidence.keep(exchange, body)
          } catch (error) {
            // Whether it was lost decides no check: the run ends.
            stop(stopOf(error))
          }
        },
      }
    },
    end() {
      silence.end()
      clearTimeout(deadline)
      stopListening()
    },
  }
}

/** Stops the run when it is not restarted in time. */
function createSilenceTimer(stop: (why: Stop) => void) {
  let timer: NodeJS.Timeout | undefined
  return {
    restart(longestSilenceMs: number) {
      clearTimeout(timer)
      timer = startTimer(() => stop(hangs(longestSilenceMs)), longestSilenceMs).unref()
    },
    end: () => clearTimeout(timer),
  }
}

/**
 * Stops the run on a signal, an uncaught error, or the end of the parent.
 *
 * @returns stops listening
 */
function listenToProcess(
  stop: (why: Stop) => void,
  signal: AbortSignal,
  signals: readonly NodeJS.Signals[],
): () => void {
  let interruptedAt: number | undefined
  const interrupt = () => {
    const now = performance.now()
    if (interruptedAt !== undefined && now - interruptedAt < SAME_SIGNAL_MS) return
    if (signal.aborted) process.exit(3)
    interruptedAt = now
    stop(INTERRUPTED)
  }
  const mistake = (error: unknown) =>
    stop({
      reason: `Assay failed: ${error instanceof Error ? error.message : String(error)}`,
      fixIn: 'harness',
      next: 'Report this bug in Assay, with the report.',
    })
  // A process that started this one with a channel is gone, however it ended.
  const orphaned = () => {
    setTimeout(() => process.exit(3), ORPHAN_MS).unref()
    stop(INTERRUPTED)
  }
  for (const each of signals) process.on(each, interrupt)
  process.on('uncaughtException', mistake).on('unhandledRejection', mistake)
  process.on('disconnect', orphaned)
  process.channel?.unref()
  return () => {
    for (const each of signals) process.off(each, interrupt)
    process.off('uncaughtException', mistake).off('unhandledRejection', mistake)
    process.off('disconnect', orphaned)
  }
}
