import type { Cut, Performance } from './perform.ts'

/** The exploration ends after this number of sequences in a row without a response. */
const MOST_UNREACHABLE = 3
/** After so many without a step none is left to take. */
const MOST_IDLE = 1_000
/** A step that was never but rejected, so many times, is given up. */
const FEW = 3

/** Counts what an exploration did, and what cut its sequences short. */
export class Tally {
  sequences = 0
  steps = 0
  requests = 0
  /** How often each kind of step was taken. */
  readonly taken = new Map<string, number>()
  readonly cuts = new Map<string, { readonly cut: Cut; readonly times: number }>()
  /** Steps for which the deployment does not serve a state: they are not tried for ever. */
  readonly unserved = new Set<string>()
  /** How often each kind of step ended its sequence. */
  private readonly cutShort = new Map<string, number>()
  private unreachable = 0
  /** Sequences in a row in which there was nothing to do. */
  private idle = 0

  /** Whether another sequence would show nothing. */
  get isStuck(): boolean {
    return this.unreachable >= MOST_UNREACHABLE || this.idle >= MOST_IDLE
  }

  count({ taken, cut }: Performance, requests: number): void {
    this.steps += taken.length
    this.requests += requests
    for (const { kind } of taken) increment(this.taken, kind.name)
    this.idle = taken.length === 0 ? this.idle + 1 : 0
    if (taken.length > 0) this.unreachable = cut?.fixIn === 'environment' ? this.unreachable + 1 : 0
    if (cut) this.countCut(cut)
  }

  private countCut(cut: Cut): void {
    const cutShort = increment(this.cutShort, cut.step)
    // Once it went well, it was rejected for its parameters alone.
    if (cut.fixIn === 'deployment-file' && cutShort >= FEW && cutShort === this.taken.get(cut.step))
      this.unserved.add(cut.step)
    const reason = `${cut.step}: ${withoutIds(cut.reason)}`
    this.cuts.set(reason, { cut, times: (this.cuts.get(reason)?.times ?? 0) + 1 })
  }
}

function increment(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count
}

const withoutIds = (reason: string) =>
  reason.replace(/ \(exchange [^)]*\)/g, '').replace(/(?<![\w-])[\w-]*[0-9a-f]{8}-[0-9a-f-]{27}/gi, '…')
