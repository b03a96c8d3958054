import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { costOf, medianCost, type Cost } from '../cost.ts'
import { serveRemote } from '../remote-server.ts'
import type { Figure } from '../results.ts'
import { exchangesOf, figure, program, ratio, say, type BenchSession } from '../session.ts'
import { readWire } from '../wire-exchanges.ts'

interface PerResponse {
  readonly who: string
  readonly cost: Cost
  readonly responses: number
}

/** The cost of a judged response, here and with other tools; the deployment's own cost is excluded. */
export async function peers(session: BenchSession): Promise<readonly Figure[]> {
  const own = await ofAssay(session)
  const others = [
    await ofOpinion(session, 'prism', 'Prism, as a proxy'),
    await ofOpinion(session, 'dredd', 'Dredd'),
    await ofNewman(session),
  ]
  const best = Math.min(...others.map(cpuOf))
  return [
    ...[own, ...others].map(({ who, cost, responses }) =>
      figure(
        `${who}, ${responses} responses`,
        `${(cost.cpuMs / responses).toFixed(1)} ms of processor time and ${(cost.wallMs / responses).toFixed(1)} ms of time each`,
      ),
    ),
    figure('Assay / the best of them, by processor time', ratio(cpuOf(own), best), 'at most 0.4 ×'),
  ]
}

const cpuOf = ({ cost: { cpuMs }, responses }: PerResponse) => cpuMs / responses

async function ofAssay(session: BenchSession): Promise<PerResponse> {
  say('The whole run on a deployment that is served elsewhere')
  const { file, variables, close } = await serveRemote(session, 0, {
    requestsPerSecond: 2000,
    concurrency: 16,
  })
  const out = join(session.folder, 'elsewhere')
  const command = program(session, 'cli/assay.ts', 'run', '--deployment', file, '--out', out)
  const cost = await medianCost(session.rounds, { ...command, variables })
  await close()
  return { who: 'Assay', cost, responses: readWire(join(out, 'exchanges.jsonl')).length }
}

async function ofOpinion(session: BenchSession, name: 'prism' | 'dredd', who: string): Promise<PerResponse> {
  say(`What ${name} takes to judge the recording`)
  const cost = await costOf(program(session, 'bench/peer-opinion.ts', name, exchangesOf(session)))
  return { who, cost, responses: Number(cost.stdout) }
}

async function ofNewman(session: BenchSession): Promise<PerResponse> {
  say('What Newman takes, which is installed for it')
  const folder = join(session.folder, 'newman')
  mkdirSync(folder)
  await costOf(program(session, 'bench/peer-newman.ts', exchangesOf(session), folder, 'install'))
  const cost = await costOf(program(session, 'bench/peer-newman.ts', exchangesOf(session), folder))
  return { who: 'Newman', cost, responses: Number(cost.stdout) }
}
