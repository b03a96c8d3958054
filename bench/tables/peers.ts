import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { costOf, medianCost, type Cost } from '../cost.ts'
import { serveElsewhere } from '../elsewhere.ts'
import type { Figure } from '../results.ts'
import { exchangesOf, figure, program, ratio, say, type Setting } from '../setting.ts'
import { readWire } from '../wire-exchanges.ts'

interface PerResponse {
  readonly who: string
  readonly cost: Cost
  readonly responses: number
}

/** What a judged response costs here and with other tools; the deployment's own cost is counted nowhere. */
export async function peers(setting: Setting): Promise<readonly Figure[]> {
  const own = await ofAssay(setting)
  const others = [
    await ofOpinion(setting, 'prism', 'Prism, as a proxy'),
    await ofOpinion(setting, 'dredd', 'Dredd'),
    await ofNewman(setting),
  ]
  const best = Math.min(...others.map(cpuOf))
  return [
    ...[own, ...others].map(({ who, cost, responses }) =>
      figure(
        `${who}, ${responses} responses`,
        `${(cost.cpuMs / responses).toFixed(1)} ms of processor time each, ${(cost.wallMs / responses).toFixed(1)} ms`,
      ),
    ),
    figure('Assay to the best of them, by processor time', ratio(cpuOf(own), best), 'at most 0.5 ×'),
  ]
}

const cpuOf = ({ cost: { cpuMs }, responses }: PerResponse) => cpuMs / responses

async function ofAssay(setting: Setting): Promise<PerResponse> {
  say('The whole run on a deployment that is served elsewhere')
  const { file, variables, close } = await serveElsewhere(setting, 0, {
    requestsPerSecond: 2000,
    concurrency: 16,
  })
  const out = join(setting.folder, 'elsewhere')
  const command = program(setting, 'cli/assay.ts', 'run', '--deployment', file, '--out', out)
  const cost = await medianCost(setting.rounds, { ...command, variables })
  await close()
  return { who: 'Assay', cost, responses: readWire(join(out, 'exchanges.jsonl')).length }
}

async function ofOpinion(setting: Setting, name: 'prism' | 'dredd', who: string): Promise<PerResponse> {
  say(`What ${name} takes to judge the recording`)
  const cost = await costOf(program(setting, 'bench/peer-opinion.ts', name, exchangesOf(setting)))
  return { who, cost, responses: Number(cost.stdout) }
}

async function ofNewman(setting: Setting): Promise<PerResponse> {
  say('What Newman takes, which is installed for it')
  const folder = join(setting.folder, 'newman')
  mkdirSync(folder)
  await costOf(program(setting, 'bench/peer-newman.ts', exchangesOf(setting), folder, 'install'))
  const cost = await costOf(program(setting, 'bench/peer-newman.ts', exchangesOf(setting), folder))
  return { who: 'Newman', cost, responses: Number(cost.stdout) }
}
