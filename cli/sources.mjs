// The command `assay` in a checkout.
import module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, pathFor } from './installation.mjs'
import { ensureDependencies, handOver, NEEDS } from './with-dependencies.mjs'

/** Nothing but the tests, the proof, second opinions and the tools for agents needs more than a run does. */
function needsOf(parameters) {
  if (parameters.includes('--second-opinions') || parameters.includes('--prism')) return NEEDS.secondOpinions
  if (parameters[0] === 'mcp') return NEEDS.mcp
  return parameters[0] === 'self-test' ? NEEDS.everything : NEEDS.run
}

/** Runs the command in this process where its Node can, and else hands over to one that can. */
export async function runSources(parameters) {
  const node = await ensureDependencies(needsOf(parameters))
  if (node !== process.execPath) return handOver(node, 'cli/assay.ts', parameters)
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  process.env.PATH = pathFor(node)
  const program = join(root, 'cli/assay.ts')
  process.argv[1] = program
  await import(pathToFileURL(program).href)
}
