import { UsageError } from './usage-error.ts'

/** Variables by which a run would be known beforehand. */
const STEERING = ['ASSAY_SEED']

/** @throws UsageError when the environment holds one, so that a certificate never rests on it */
export function refuseSteering(command: string, environment: NodeJS.ProcessEnv): void {
  const set = STEERING.filter((name) => environment[name] !== undefined)
  if (set.length === 0) return
  throw new UsageError(
    `${command}: ${set.join(' and ')} ${set.length === 1 ? 'is' : 'are'} set, which would make the run predictable.`,
    `unset ${set.join(' ')}, or remove it from .env.`,
  )
}
