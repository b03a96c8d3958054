/**
 * Judges the responses of a recording with Newman, and prints their number. Newman is not a dependency: it is installed
 * in this folder on first use.
 *
 * node bench/peer-newman.ts <exchanges.jsonl> <folder for its files>
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newmanCollection } from './newman-collection.ts'
import { readWire } from './wire-exchanges.ts'

const [, , file = '', folder = ''] = process.argv
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const program = join(folder, 'node_modules/newman/bin/newman.js')
if (!existsSync(program)) {
  const parameters = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', 'newman@6.2.2']
  const { status } = spawnSync('npm', [...parameters, '--prefix', folder], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('Newman could not be installed; see the lines above.')
}
if (process.argv[4] === 'install') process.exit(0)
const server = spawn(process.execPath, [here('recorded-server.ts'), file], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [address] = (await once(server.stdout, 'data')) as [Buffer]
const exchanges = readWire(file).filter(({ path }) => !path.endsWith('/_states'))
const collection = join(folder, 'collection.json')
writeFileSync(collection, JSON.stringify(newmanCollection(address.toString('utf8').trim(), exchanges)))
const newman = spawn(process.execPath, [program, 'run', collection, '--reporters', 'json', '--silent'], {
  cwd: folder,
  stdio: 'ignore',
})
const [code] = (await once(newman, 'exit')) as [number]
server.kill()
await once(server, 'exit')
if (code !== 0) throw new Error(`Newman ended with ${code}`)
console.log(exchanges.length)
