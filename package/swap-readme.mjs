// Gives the package its own README.md while npm packs: npm takes the one of the checkout otherwise. `back` restores that.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const [readme, kept, written] = [
  at('README.md'),
  at('package/README.checkout.md'),
  at('package/README.part.md'),
]

if (process.argv[2] === 'back') {
  if (existsSync(kept)) renameSync(kept, readme)
} else {
  if (!existsSync(kept)) writeFileSync(kept, readFileSync(readme))
  // The package has it one folder higher than the repository.
  writeFileSync(written, readFileSync(at('package/README.md'), 'utf8').replaceAll('](../', ']('))
  renameSync(written, readme)
  rmSync(written, { force: true })
}
