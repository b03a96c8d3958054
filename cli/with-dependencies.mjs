// Runs a TypeScript program of this project on any Node >= 20, also in a new clone: installs dependencies, generates the
// files of spec/generated/, and starts a Node that runs TypeScript.
//   node cli/with-dependencies.mjs <program.ts> [arguments]
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureGenerated } from './generated.mjs'
import { ensureInstalled, pathFor, root } from './installation.mjs'

// Compiled code is cached, so that other processes need not compile it: a command takes a third less time.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node')

/** The dependencies of a command, and the message for their installation. */
export const NEEDS = {
  run: { needed: 'run', saying: 'what a run needs' },
  secondOpinions: {
    needed: 'all',
    saying: 'Prism and Dredd for second opinions, and the tools of the tests',
  },
  mcp: { needed: 'all', saying: 'the SDK of the Model Context Protocol, and the tools of the tests' },
  everything: { needed: 'all', saying: 'the dependencies that package-lock.json names' },
  node: { needed: 'any', saying: '' },
}

/**
 * Sees that what a program needs is there.
 *
 * @returns {Promise<string>} the Node to run it with
 */
export async function ensureDependencies(needs) {
  const node = await ensureInstalled(needs)
  await ensureGenerated(node)
  return node
}

/** A tenth less memory, and no more work: garbage is collected sooner. */
const FRUGAL = '--max-semi-space-size=4'

const END_WITH_PARENT = join(root, 'second-opinions/end-with-parent.cjs')

/** Runs the program with this Node and ends with its exit code. */
export function handOver(node, program, programArguments) {
  const child = spawn(
    node,
    [FRUGAL, '--require', END_WITH_PARENT, join(root, program), ...programArguments],
    {
      // The channel shows the child that this process is gone.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, PATH: pathFor(node) },
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 3 : 130)))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [program, ...rest] = process.argv.slice(2)
  handOver(await ensureDependencies(NEEDS.everything), program, rest)
}
