// Run by npm after an install: sees that there is a Node that runs the sources, puts commands where npm and npx look
// first, and generates what is made from spec/.
// npx also runs it for a clone without dependencies, on its way to the command, which installs them: nothing to do then.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { linkCommands, root } from './installation.mjs'
import { ensureDependencies, NEEDS } from './with-dependencies.mjs'

if (existsSync(join(root, 'node_modules/yaml'))) {
  await ensureDependencies(NEEDS.node)
  linkCommands()
}
