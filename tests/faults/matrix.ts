/**
 * The fault matrix: the suites against every fault of the reference, in one run of the engine. Each fault must be
 * caught by the requirements that it names, and by no others.
 *
 *   node tests/faults/matrix.ts [prefix of fault ids …]     prints the matrix
 */
import type { Fault } from '../../reference/faults/fault.ts'
import { faults } from '../../reference/faults/index.ts'
import { requirements, type RequirementId } from '../../spec/index.ts'
import type { Cell } from '../many-deployments/cells-reporter.ts'
import { judgedCells } from '../many-deployments/judged-cells.ts'

/** What the suites said of one fault. */
export interface FaultResult {
  readonly fault: Fault
  /** Requirements that went red (fail or warn). */
  readonly red: readonly RequirementId[]
  /** Named by the fault, and yet not red. */
  readonly missed: readonly RequirementId[]
  /** Red, and not named by the fault. */
  readonly unrelated: readonly { readonly id: RequirementId; readonly said: string }[]
  readonly checksRun: number
}

/**
 * Runs the suites against the faults.
 *
 * @param chosen faults to run
 * @throws Error when the engine itself failed
 */
export async function runMatrix(chosen: readonly Fault[]): Promise<readonly FaultResult[]> {
  const cells = await judgedCells(
    chosen.map((fault) => ({
      name: fault.id,
      prefix: `/faults/${fault.id}`,
      only: judgedFor(fault),
      waitsFor: fault.breaks,
    })),
  )
  return chosen.map((fault) => resultOf(fault, cells.get(fault.id) ?? []))
}

/**
 * The requirements that are judged against a fault: all of the flows whose requirements it names; for a fault in what
 * every response must keep, all flows, since any response may show it.
 */
function judgedFor({ breaks }: Fault): readonly RequirementId[] {
  const flows = new Set(breaks.map(flowOf))
  const everywhere = flows.has('CNV')
  return requirements.filter(({ id }) => everywhere || flows.has(flowOf(id))).map(({ id }) => id)
}

const flowOf = (id: RequirementId) => id.slice(0, 3)

function resultOf(fault: Fault, cells: readonly Cell[]): FaultResult {
  const said = new Map<RequirementId, string>()
  const note = (ids: readonly string[], message: string) => {
    for (const id of ids) if (!said.has(id as RequirementId)) said.set(id as RequirementId, message)
  }
  for (const { requirements: ids, verdict, message, title, conventions } of cells) {
    if (verdict === 'fail' || verdict === 'warn') note(ids, `${title}: ${message ?? ''}`)
    for (const { requirement, broken } of conventions) note([requirement], broken[0]?.finding.message ?? '')
  }
  const red = [...said.keys()]
  const allowed = new Set<RequirementId>([...fault.breaks, ...(fault.mayAlsoBreak ?? [])])
  return {
    fault,
    red,
    missed: fault.breaks.filter((id) => !said.has(id)),
    unrelated: red.filter((id) => !allowed.has(id)).map((id) => ({ id, said: said.get(id)! })),
    checksRun: cells.length,
  }
}

/** One line per fault: caught or not, by whom, and what else went red. */
export function describeResult({ fault, red, missed, unrelated, checksRun }: FaultResult): string {
  const state = missed.length > 0 ? 'MISSED ' : unrelated.length > 0 ? 'ALARMED' : 'caught '
  const lines = [`${state} ${fault.id} (${checksRun} checks): red ${red.join(' ') || 'nothing'}`]
  if (missed.length > 0) lines.push(`        not broken, though named: ${missed.join(' ')}`)
  for (const { id, said } of unrelated)
    lines.push(`        broken, though not named: ${id}: ${said.slice(0, 300)}`)
  return lines.join('\n')
}

if (import.meta.main) {
  const prefixes = process.argv.slice(2)
  const chosen = faults.filter(
    ({ id }) => prefixes.length === 0 || prefixes.some((prefix) => id.startsWith(prefix)),
  )
  const results = await runMatrix(chosen)
  for (const result of results) console.log(describeResult(result))
  const clean = results.filter(({ missed, unrelated }) => missed.length === 0 && unrelated.length === 0)
  console.log(`${clean.length} of ${results.length} faults caught by what they name and by nothing else`)
  process.exitCode = clean.length === results.length ? 0 : 1
}
