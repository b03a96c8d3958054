import { RUN_VERDICT_WORDS } from '../verdict-words.ts'
import type { FleetDeployment } from './fleet.ts'

/** The result of one deployment of a fleet, in two words. */
export function deploymentWords({ verdict, exitCode }: FleetDeployment): string {
  if (verdict !== undefined) return RUN_VERDICT_WORDS[verdict]
  return exitCode === 2 ? 'Not started' : 'No report'
}
