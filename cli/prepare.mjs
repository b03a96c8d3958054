// npm runs this after an install. It provides a Node that runs the sources, puts commands where npm and npx look first,
// and generates the files of spec/generated/.
// npx also runs it in a clone without dependencies. The command then installs them, so there is nothing to do.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { linkCommands, root } from './installation.mjs'
import { ensureDependencies, NEEDS } from './with-dependencies.mjs'

if (existsSync(join(root, 'node_modules/yaml'))) {
  await ensureDependencies(NEEDS.node)
  linkCommands()
}
