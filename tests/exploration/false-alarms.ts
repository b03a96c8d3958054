/**
 * Whether exploration reports a conforming deployment: explores each conforming variant of the reference server for a
 * few seconds.
 *
 * node tests/exploration/false-alarms.ts [--seconds N] [prefix of variant ids …]
 */
import { parseArgs } from 'node:util'
import { explore, type ExploreOptions } from '../../exploration/explore.ts'
import { variants, type Variant } from '../../selftest/variants/index.ts'
import { startHosts, type Hosts } from './hosted.ts'

/** What was found broken, although it may be; recommendations that the variant does not meet are left away. */
export async function alarmsOf(
  hosts: Hosts,
  { id, warns = [], notOffered = [] }: Variant,
  seed: number,
  bounds: Pick<ExploreOptions, 'durationMs' | 'mostSequences'>,
): Promise<{ readonly alarms: readonly string[]; readonly requests: number }> {
  const { failures, requests, error } = await explore(hosts.at(`/variants/${id}`, notOffered), {
    seed,
    ...bounds,
    shrinks: false,
  })
  if (error !== undefined) throw error
  const alarms = failures
    .filter(({ requirement }) => !warns.includes(requirement))
    .map(({ requirement, message, steps }) => `${requirement}: ${message} (${steps.at(-1)?.kind.name})`)
  return { alarms, requests }
}

const SIDE_BY_SIDE = 3

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seconds: { type: 'string', default: '5' }, seed: { type: 'string', default: '1' } },
  })
  const hosts = await startHosts()
  const waiting = variants.filter(
    ({ id }) => positionals.length === 0 || positionals.some((prefix) => id.startsWith(prefix)),
  )
  const counts = { explored: 0, alarmed: 0, requests: 0 }
  const work = async () => {
    for (let variant = waiting.shift(); variant; variant = waiting.shift()) {
      const { alarms, requests } = await alarmsOf(hosts, variant, Number(values.seed), {
        durationMs: Number(values.seconds) * 1000,
      })
      counts.explored++
      counts.requests += requests
      if (alarms.length > 0) counts.alarmed++
      for (const alarm of alarms)
        console.log(`ALARM  ${variant.id} (${variant.title}): ${alarm.slice(0, 300)}`)
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work))
  await hosts.close()
  console.log(`${counts.alarmed} of ${counts.explored} variants alarmed, after ${counts.requests} requests`)
  process.exit(counts.alarmed === 0 ? 0 : 1)
}
