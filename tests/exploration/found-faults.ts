/**
 * How many faults of the reference server exploration catches, without a specific check for them. For each fault, draws
 * up to N sequences until a requirement is violated. A number of sequences does not depend on the load; 200 take about
 * ten seconds.
 *
 * node tests/exploration/found-faults.ts [--sequences N] [--every N] [--all] [prefix of fault ids …]
 *
 * Without `--all`, only faults that name an explored requirement. `--every N` selects every Nth, always the same ones.
 */
import { parseArgs } from 'node:util'
import { explore } from '../../exploration/explore.ts'
import type { Fault } from '../../selftest/faults/fault.ts'
import { faults } from '../../selftest/faults/index.ts'
import type { RequirementId } from '../../spec/index.ts'
import { drawn } from '../../selftest/judging/fault-matrix.ts'
import { startHosts, type Hosts } from './hosted.ts'

interface FaultFound {
  readonly fault: Fault
  /** undefined: nothing was found. */
  readonly requirement: RequirementId | undefined
  readonly message: string
  readonly durationMs: number
  readonly requests: number
}

/** The flows that the steps of an exploration are about. */
const EXPLORED = /^(?:OWN|EXT|TRU|QUO|ACT|AGA|APR|AGM|CRD|CNV|ERR|CUS|CON|DOC|INV|TOK|STB|QTE|TRX|SCA|KYC)-/

const isExplored = ({ breaks }: Fault): boolean => breaks.some((id) => EXPLORED.test(id))

/** @throws Error when Assay itself failed */
async function findFault(
  hosts: Hosts,
  fault: Fault,
  seed: number,
  mostSequences: number,
): Promise<FaultFound> {
  const begun = Date.now()
  const { failures, requests, error } = await explore(hosts.at(`/faults/${fault.id}`), {
    seed,
    durationMs: LONGEST_MS,
    mostSequences,
    most: 1,
    shrinks: false,
  })
  if (error !== undefined) throw error
  const [failure] = failures
  return {
    fault,
    requirement: failure?.requirement,
    message: failure?.message ?? '',
    durationMs: Date.now() - begun,
    requests,
  }
}

/** Each sequence is short: this is for a deployment that keeps it waiting. */
const LONGEST_MS = 600_000
const SIDE_BY_SIDE = 3

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sequences: { type: 'string', default: '200' },
      every: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      all: { type: 'boolean', default: false },
    },
  })
  const chosen = faults
    .filter((fault) => values.all || isExplored(fault))
    .filter(({ id }) => positionals.length === 0 || positionals.some((prefix) => id.startsWith(prefix)))
    .filter(({ id }) => drawn(id, Number(values.every)))
  const hosts = await startHosts()
  const waiting = [...chosen]
  const results: FaultFound[] = []
  const work = async () => {
    for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
      const result = await findFault(hosts, fault, Number(values.seed), Number(values.sequences))
      results.push(result)
      console.log(described(result))
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work))
  await hosts.close()
  const found = results.filter(({ requirement }) => requirement !== undefined)
  const named = found.filter(({ fault, requirement }) => fault.breaks.includes(requirement!))
  const share = (100 * found.length) / Math.max(1, results.length)
  console.log(
    `${found.length} of ${results.length} faults found (${share.toFixed(0)} %), ${named.length} of them by a requirement that the fault names`,
  )
}

function described({ fault, requirement, message, durationMs, requests }: FaultFound): string {
  const seconds = (durationMs / 1000).toFixed(1).padStart(5)
  return requirement === undefined
    ? `not found ${seconds} s  ${fault.id} (${fault.breaks.join(' ')}): ${fault.title}; ${requests} requests`
    : `found     ${seconds} s  ${fault.id} (${fault.breaks.join(' ')}) by ${requirement}: ${message.slice(0, 160)}`
}

if (import.meta.main) {
  await main()
  process.exit(0)
}
